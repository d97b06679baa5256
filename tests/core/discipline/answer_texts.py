"""What executors return besides changes: whole files in many languages, and words."""

PYTHON = """\
import time


def handle(event, cache):
    started = time.monotonic()
    if event["id"] in cache:
        return cache[event["id"]]
    result = {"id": event["id"], "took": time.monotonic() - started}
    cache[event["id"]] = result
    return result
"""

TYPESCRIPT = """\
import { Request, Response } from "express";
import { sign } from "./tokens";

export async function login(req: Request, res: Response): Promise<void> {
  const user = await find(req.body.email);
  if (!user || !user.matches(req.body.password)) {
    res.status(401).end();
    return;
  }
  res.json({ token: sign(user.id) });
}
"""

GO = """\
package clock

import "time"

// Now returns the present in UTC.
func Now() time.Time {
\treturn time.Now().UTC()
}
"""

RUST = """\
use std::fs;

pub fn read(path: &str) -> Option<String> {
    match fs::read_to_string(path) {
        Ok(text) => Some(text),
        Err(_) => None,
    }
}
"""

JAVA = """\
package org.harbour;

public class Berth {
    private final int length;

    public Berth(int length) {
        this.length = length;
    }
}
"""

RUBY = """\
class Mailer
  def initialize(host)
    @host = host
  end

  def deliver(letter)
    puts letter
  end
end
"""

HASKELL = """\
module Tides where

import Data.List (sortOn)

data Tide = Tide { height :: Double, hour :: Int }

highest :: [Tide] -> Tide
highest = last . sortOn height
"""

SHELL = """\
#!/bin/sh
set -eu
cd "$(dirname "$0")"
rm -rf build
mkdir build
cp -r site/* build/
"""

YAML = """\
server:
  host: 0.0.0.0
  port: 8080
logging:
  level: info
  format: json
"""

YAML_LIST = """\
- name: checkout
  uses: actions/checkout
- name: test
  run: make test
- name: lint
  run: make lint
"""

JSON = """\
{
  "name": "harbour",
  "version": "1.4.0",
  "scripts": {
    "test": "vitest",
    "build": "tsc"
  }
}
"""

JSON_ONE_LINE = '{"name": "harbour", "version": "1.4.0", "scripts": {"test": "vitest"}}'

JSON_LIST = """\
[
  {"berth": 1, "length": 12},
  {"berth": 2, "length": 9},
  {"berth": 3, "length": 15},
  {"berth": 4, "length": 7}
]
"""

TOML = """\
[project]
name = "harbour"
version = "1.4.0"

[tool.ruff]
line-length = 100
"""

INI = """\
[core]
editor = vim
pager = less
[user]
name = Ada
email = ada@example.org
"""

ENVIRONMENT = """\
PORT=8080
HOST=0.0.0.0
LOG_LEVEL=info
CACHE_SIZE=512
RETRIES=3
"""

SQL = """\
CREATE TABLE berth (
    id INTEGER PRIMARY KEY,
    length NUMERIC NOT NULL,
    pier TEXT
);
CREATE INDEX berth_pier ON berth (pier);
INSERT INTO berth VALUES (1, 12, 'north');
"""

SQL_WORDS = """\
SELECT name
FROM berths
WHERE length > 12
ORDER BY name
LIMIT 10
"""

MARKDOWN = """\
# Harbour

Plans berths for small harbours.

## Install

- Download the archive.
- Unpack it.
- Run `make install`.

## Licence

MIT
"""

MARKDOWN_FRONT = """\
---
title: Berths
date: 2026-01-02
---

# Berths

A berth is where a boat lies.
"""

HTML = """\
<!DOCTYPE html>
<html>
  <head><title>Harbour</title></head>
  <body>
    <h1>Berths</h1>
  </body>
</html>
"""

CSS = """\
body {
  margin: 0;
  color: #222;
}

h1 {
  font-size: 2rem;
}
"""

DOCKERFILE = """\
FROM python:3.12-slim
WORKDIR /app
COPY . .
RUN pip install .
EXPOSE 8080
CMD ["python", "-m", "harbour"]
"""

MAKEFILE = """\
all: build test

build:
\tpython -m build

test:
\tpytest -q
"""

CSV = """\
berth,length,pier
1,12,north
2,9,north
3,15,south
4,7,south
"""

GHERKIN = """\
Feature: Login
  Scenario: A known user logs in
    Given a user with a password
    When the user logs in
    Then the start page is shown
    And the name of the user is shown
"""

REQUIREMENTS = """\
click
requests
pydantic
numpy
rich
"""

NGINX = """\
server {
    listen 80;
    server_name example.org;
    location / {
        proxy_pass http://localhost:8080;
    }
}
"""

XML = """\
<?xml version="1.0"?>
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.harbour</groupId>
  <artifactId>berths</artifactId>
  <version>1.0</version>
</project>
"""

HCL = """\
resource "bucket" "letters" {
  name     = "letters"
  location = "north"
  versioning {
    enabled = true
  }
}
"""

ANSWER = """\
The handler is slow because it opens the file for every event. Keep the result in a dictionary
instead and look there first. A small example:

```python
cache = {}

def handle(event):
    if event.id not in cache:
        cache[event.id] = read(event)
    return cache[event.id]
```

The second call then costs nothing. Remember to empty the cache when the file changes.
"""

ANSWER_INDENTED = """\
A context manager frees what it took, whatever happens in between. You write one like this:

    @contextmanager
    def opened(path):
        file = open(path)
        try:
            yield file
        finally:
            file.close()

What stands after `yield` runs when the block is left.
"""

ANSWER_SECTIONS = """\
## What it does

The function reads a date and gives back the day of the week.

## How it works

1. It splits the text at the hyphens.
2. It makes numbers of the three parts.
3. It asks the calendar.

Anything else is refused with an error, so callers have to be ready for one.
"""

ANSWER_GERMAN = """\
Die Funktion liest eine Datei und zählt die Zeilen. Ein Beispiel zeigt, wie man sie aufruft:

```python
from zeilen import zaehle

anzahl = zaehle("brief.txt")
if anzahl > 100:
    print("lang")
else:
    print("kurz")
```

Leere Zeilen zählt sie nicht mit.
"""

ANSWER_CONFIG = """\
The level is read from the section `logging`. With these settings you get JSON on standard error:

```yaml
logging:
  level: info
  format: json
  output: stderr
  sampling: 0.1
```

Without the section everything from warnings up is printed as text.
"""

LONG_WORDS = """\
The login was built in two steps. At first there was only a form and a table of users, and the
password was compared in the handler.

Later the comparison moved into a service of its own. That service also counts failures, and it
locks an account after the fifth one for a quarter of an hour.

What remains is the reset of a forgotten password. It is planned for the next release, together
with the second factor that the auditors have asked for since the spring.

None of this touches the mobile application, which talks to the same service by another address.
"""

VERSE = """\
Grey water, slack rope,
a gull asleep on one leg.
The tide is in no hurry.
"""
