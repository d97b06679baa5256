"""Tasks, what executors answered them with, and whether that is acceptable (Discipline C5).

The labels were written from the contract (what may be returned for a task), not from the rules.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.core.discipline.answer_texts import (
    ANSWER,
    ANSWER_CONFIG,
    ANSWER_GERMAN,
    ANSWER_INDENTED,
    ANSWER_SECTIONS,
    CSS,
    CSV,
    DOCKERFILE,
    ENVIRONMENT,
    GHERKIN,
    GO,
    HASKELL,
    HCL,
    HTML,
    INI,
    JAVA,
    JSON,
    JSON_LIST,
    JSON_ONE_LINE,
    LONG_WORDS,
    MAKEFILE,
    MARKDOWN,
    MARKDOWN_FRONT,
    NGINX,
    PYTHON,
    REQUIREMENTS,
    RUBY,
    RUST,
    SHELL,
    SQL,
    SQL_WORDS,
    TOML,
    TYPESCRIPT,
    VERSE,
    XML,
    YAML,
    YAML_LIST,
)

VALID, INVALID = True, False


class Labelled(NamedTuple):
    """One answer to one task. ``valid`` is what a person who reads the contract says."""

    name: str
    task: str
    output: str
    valid: bool


def fenced(text: str, language: str = "", fence: str = "```") -> str:
    """Return a text inside a fence, as models write it."""
    return f"{fence}{language}\n{text.rstrip()}\n{fence}\n"


DIFF = """\
--- a/handler.py
+++ b/handler.py
@@ -1,3 +1,3 @@
 import time
-delay = 5
+delay = 1
 print(delay)
"""

GIT_DIFF = """\
diff --git a/app/config.yaml b/app/config.yaml
index 83db48f..bf269f4 100644
--- a/app/config.yaml
+++ b/app/config.yaml
@@ -1,2 +1,2 @@
 server:
-  port: 80
+  port: 8080
"""

TWO_FILES = (
    GIT_DIFF
    + """\
diff --git a/app/main.go b/app/main.go
index 1111111..2222222 100644
--- a/app/main.go
+++ b/app/main.go
@@ -3,2 +3,3 @@ func main() {
 \tserve()
+\tlog()
 }
"""
)

NEW_FILE = """\
diff --git a/login.py b/login.py
new file mode 100644
index 0000000..3b18e51
--- /dev/null
+++ b/login.py
@@ -0,0 +1,2 @@
+def login():
+    return True
"""

TRUNCATED = """\
--- a/handler.py
+++ b/handler.py
@@ -1,9 +1,9 @@
 import time
-delay = 5
+delay = 1
"""

NO_RANGES = """\
--- a/handler.py
+++ b/handler.py
@@
-delay = 5
+delay = 1
"""

ONLY_SIGNS = """\
- delay = 5
+ delay = 1
- wait(delay)
+ wait(delay, jitter=True)
"""

SEARCH_REPLACE = """\
handler.py
<<<<<<< SEARCH
delay = 5
=======
delay = 1
>>>>>>> REPLACE
"""

BEGIN_PATCH = """\
*** Begin Patch
*** Update File: handler.py
@@
-delay = 5
+delay = 1
*** End Patch
"""

PATCH = """\
[
  {"op": "replace", "path": "/server/port", "value": 8080},
  {"op": "remove", "path": "/debug"}
]
"""

PATCH_NO_VALUE = '[{"op": "replace", "path": "/server/port"}]'
PATCH_BAD_OP = '[{"op": "set", "path": "/server/port", "value": 1}]'
PATCH_BAD_PATH = '[{"op": "add", "path": "server.port", "value": 1}]'
PATCH_CUT = '[{"op": "replace", "path": "/server/port", "value": 80'
MERGE_PATCH = '{"server": {"port": 8080}, "debug": null}'

WORDS = "I looked at it, and nothing has to change: the delay is already 1."
ASKS_BACK = "I could not find `config.yaml`. Which file do you mean?"


def crlf(text: str) -> str:
    """Return a text with the line ends of Windows."""
    return text.replace("\n", "\r\n")


LABELLED = (
    # Whole files, for tasks that ask for a change.
    Labelled("a bare python file for a bug", "fix the bug", PYTHON, INVALID),
    Labelled("a fenced python file for a bug", "fix the bug", fenced(PYTHON, "python"), INVALID),
    Labelled("a fence without a language", "fix the bug", fenced(PYTHON), INVALID),
    Labelled("tildes as fence", "fix the bug", fenced(PYTHON, "py", "~~~"), INVALID),
    Labelled("typescript for a login", "implement login", TYPESCRIPT, INVALID),
    Labelled("fenced typescript", "implement login", fenced(TYPESCRIPT, "ts"), INVALID),
    Labelled("python for speed", "make the handler faster", PYTHON, INVALID),
    Labelled("fenced go for speed", "make the handler faster", fenced(GO, "go"), INVALID),
    Labelled("yaml for a config", "update the config file", YAML, INVALID),
    Labelled("fenced yaml", "update the config file", fenced(YAML, "yaml"), INVALID),
    Labelled("a list in yaml", "Add a lint step to the pipeline", YAML_LIST, INVALID),
    Labelled("json", "bump the version to 1.4.0", JSON, INVALID),
    Labelled("fenced json", "bump the version to 1.4.0", fenced(JSON, "json"), INVALID),
    Labelled("json on one line", "bump the version", JSON_ONE_LINE, INVALID),
    Labelled("a json list of records", "Add berth 4", JSON_LIST, INVALID),
    Labelled("toml", "raise the line length to 100", TOML, INVALID),
    Labelled("ini", "set my name", INI, INVALID),
    Labelled("an environment file", "cache size should be 512", ENVIRONMENT, INVALID),
    Labelled("sql", "the berths need an index on pier", SQL, INVALID),
    Labelled("sql of words", "Sort the report by name.", SQL_WORDS, INVALID),
    Labelled("fenced sql", "Sort the report by name.", fenced(SQL_WORDS, "sql"), INVALID),
    Labelled("markdown", "Mention the licence in the readme", MARKDOWN, INVALID),
    Labelled("fenced markdown", "Mention the licence", fenced(MARKDOWN, "markdown"), INVALID),
    Labelled("markdown with front matter", "Date the page", MARKDOWN_FRONT, INVALID),
    Labelled("html", "Put a heading on the page", HTML, INVALID),
    Labelled("css", "bigger headings please", CSS, INVALID),
    Labelled("a dockerfile", "Expose port 8080", DOCKERFILE, INVALID),
    Labelled("a makefile", "let make run the tests too", MAKEFILE, INVALID),
    Labelled("csv", "Berth 4 is 7 metres long, correct that", CSV, INVALID),
    Labelled("gherkin", "Cover the name of the user", GHERKIN, INVALID),
    Labelled("names of packages", "We also need rich.", REQUIREMENTS, INVALID),
    Labelled("nginx", "proxy to port 8080", NGINX, INVALID),
    Labelled("xml", "start at version 1.0", XML, INVALID),
    Labelled("terraform", "Turn on versioning for the bucket", HCL, INVALID),
    Labelled("rust", "Don't panic when the file is missing", RUST, INVALID),
    Labelled("java", "The length of a berth must be final.", JAVA, INVALID),
    Labelled("ruby", "Could you print the letter instead of sending it?", RUBY, INVALID),
    Labelled("haskell", "Sort by height rather than hour", HASKELL, INVALID),
    Labelled("a shell script", "Please clean the build folder first", SHELL, INVALID),
    Labelled("crlf", "fix the bug", crlf(PYTHON), INVALID),
    Labelled("crlf in a fence", "update the config file", crlf(fenced(YAML, "yaml")), INVALID),
    Labelled(
        "two files with their paths",
        "Rename the handler everywhere",
        "handler.py\n" + fenced(PYTHON, "python") + "\nconfig.yaml\n" + fenced(YAML, "yaml"),
        INVALID,
    ),
    Labelled(
        "a path in the fence", "speed this up", fenced(PYTHON, "python src/handler.py"), INVALID
    ),
    Labelled(
        "announced as the updated file",
        "Speed up handle()",
        "Here's the updated file:\n\n" + fenced(PYTHON, "python") + "\nLet me know!",
        INVALID,
    ),
    Labelled(
        "announced without a fence",
        "fix the bug",
        "Here is the complete file with the fix applied:\n\n" + PYTHON,
        INVALID,
    ),
    Labelled(
        "explained at length and then rewritten",
        "The handler is too slow. Make it faster.",
        LONG_WORDS + "\n" + fenced(PYTHON, "python"),
        INVALID,
    ),
    Labelled("a diff and a whole file", "fix the bug", fenced(DIFF, "diff") + fenced(GO), INVALID),
    Labelled("an unclosed fence", "fix the bug", "```python\n" + PYTHON, INVALID),
    Labelled(
        "a fence with an indent", "fix the bug", "  ```python\n" + PYTHON + "  ```\n", INVALID
    ),
    Labelled("a snippet of three lines", "fix the bug", fenced("a = 1\nb = 2\nc = 3"), INVALID),
    # Whole files, where it cannot be told what is asked for.
    Labelled("only a name", "handler.py", PYTHON, INVALID),
    Labelled("only a noun", "login", TYPESCRIPT, INVALID),
    Labelled(
        "a complaint", "The page shows a stack trace when the date is empty.", PYTHON, INVALID
    ),
    Labelled("a wish", "It would be nice if the log were JSON", fenced(YAML, "yaml"), INVALID),
    Labelled("a ticket", "HARB-113: port is wrong in staging", YAML, INVALID),
    Labelled("blank", "  ", PYTHON, INVALID),
    Labelled("an unusual verb", "Dockerise the service", DOCKERFILE, INVALID),
    Labelled("a noun phrase", "Support for dark mode", CSS, INVALID),
    # Requests in the clothes of questions.
    Labelled("can you", "Can you fix the login?", TYPESCRIPT, INVALID),
    Labelled("would you mind", "Would you mind renaming the class?", JAVA, INVALID),
    Labelled("a question and a request", "Why is it slow? Make it faster.", PYTHON, INVALID),
    Labelled("explain and fix", "Explain what is wrong and fix it", ANSWER, INVALID),
    Labelled("how about", "How about caching the result?", fenced(PYTHON, "python"), INVALID),
    Labelled(
        "a question, then politely", "What is this? Also, please add a cache.", PYTHON, INVALID
    ),
    # In German.
    Labelled("german fix", "Behebe den Fehler in der Anmeldung", TYPESCRIPT, INVALID),
    Labelled("german config", "Bitte die Konfiguration anpassen", fenced(YAML, "yaml"), INVALID),
    Labelled("german faster", "Mach den Handler schneller", PYTHON, INVALID),
    Labelled("german polite", "Kannst du bitte einen Index ergänzen?", SQL, INVALID),
    Labelled("german question", "Was macht diese Funktion?", ANSWER_GERMAN, VALID),
    Labelled("german explain", "Erkläre mir, wie man zaehle aufruft", ANSWER_GERMAN, VALID),
    Labelled("german why", "Warum zählt sie leere Zeilen nicht mit?", ANSWER_GERMAN, VALID),
    Labelled("german diff", "Behebe den Fehler", DIFF, VALID),
    # Questions, and answers to them.
    Labelled("why", "Why is the handler slow?", ANSWER, VALID),
    Labelled("how", "How can I make the handler faster?", ANSWER, VALID),
    Labelled("how does", "how does a context manager work", ANSWER_INDENTED, VALID),
    Labelled("explain", "Explain context managers with an example.", ANSWER_INDENTED, VALID),
    Labelled("what does", "What does read_date in dates.py do?", ANSWER_SECTIONS, VALID),
    Labelled("explain how to fix", "Explain how to fix the slow handler", ANSWER, VALID),
    Labelled("could you explain", "Could you explain why handler.py is slow?", ANSWER, VALID),
    Labelled("walk me through", "Walk me through the logging settings.", ANSWER_CONFIG, VALID),
    Labelled(
        "which settings", "Which settings give JSON logs in config.yaml?", ANSWER_CONFIG, VALID
    ),
    Labelled("facts, then a question", "The handler takes 4 s. Why is that?", ANSWER, VALID),
    Labelled("is it safe", "Is it safe to change the config file at run time?", LONG_WORDS, VALID),
    Labelled("summarise", "Summarise how the login was built", LONG_WORDS, VALID),
    Labelled("not understood", "I don't understand why the update is slow.", ANSWER, VALID),
    Labelled("an answer with crlf", "Why is the handler slow?", crlf(ANSWER), VALID),
    Labelled("a short answer", "Where is the port set?", "In `config.yaml`, line 3.", VALID),
    Labelled("what would change", "What would you change in the handler, and why?", ANSWER, VALID),
    Labelled("difference", "What's the difference between move and copy?", ANSWER, VALID),
    Labelled(
        "a question answered by a rewritten file",
        "Why does the handler forget events?",
        "Here's the fixed file:\n\n" + fenced(PYTHON, "python"),
        INVALID,
    ),
    Labelled("a question answered by nothing but a file", "How is it configured?", YAML, INVALID),
    # Diffs and patches.
    Labelled("a diff", "fix the bug", DIFF, VALID),
    Labelled("a fenced diff", "make the handler faster", fenced(DIFF, "diff"), VALID),
    Labelled("a git diff", "update the config file", GIT_DIFF, VALID),
    Labelled("two files in a diff", "update the config file", TWO_FILES, VALID),
    Labelled("a new file in a diff", "implement login", NEW_FILE, VALID),
    Labelled("a diff with crlf", "fix the bug", crlf(DIFF), VALID),
    Labelled("two fenced diffs", "fix it", fenced(DIFF, "diff") + "\n" + fenced(GIT_DIFF), VALID),
    Labelled(
        "a diff with a few words",
        "implement login",
        "This adds the function:\n\n" + fenced(NEW_FILE, "diff") + "\nTests follow.",
        VALID,
    ),
    Labelled("a diff for an unclear task", "handler.py", DIFF, VALID),
    Labelled("a diff for a question", "What would a shorter delay look like?", DIFF, VALID),
    Labelled("a diff that was cut", "fix the bug", TRUNCATED, INVALID),
    Labelled("a fenced diff that was cut", "handler.py", fenced(TRUNCATED, "diff"), INVALID),
    Labelled("no ranges", "fix the bug", NO_RANGES, INVALID),
    Labelled("only signs", "fix the bug", fenced(ONLY_SIGNS, "diff"), INVALID),
    Labelled("search and replace", "fix the bug", SEARCH_REPLACE, INVALID),
    Labelled("another patch format", "fix the bug", BEGIN_PATCH, INVALID),
    Labelled("a json patch", "update the config file", PATCH, VALID),
    Labelled("a fenced json patch", "set the port", fenced(PATCH, "json"), VALID),
    Labelled("a json patch without a value", "set the port", PATCH_NO_VALUE, INVALID),
    Labelled("a json patch of no such kind", "set the port", PATCH_BAD_OP, INVALID),
    Labelled("a json patch with a dotted path", "set the port", PATCH_BAD_PATH, INVALID),
    Labelled("a json patch that was cut", "set the port", PATCH_CUT, INVALID),
    Labelled("a merge patch", "update the config file", MERGE_PATCH, INVALID),
    # Words.
    Labelled("nothing to change", "fix the bug", WORDS, INVALID),
    Labelled("asks back", "update the config file", ASKS_BACK, INVALID),
    Labelled("words for an unclear task", "handler.py", WORDS, VALID),
    Labelled("a verse", "Write a haiku about the harbour", VERSE, INVALID),
    Labelled("nothing", "fix the bug", "", INVALID),
)
