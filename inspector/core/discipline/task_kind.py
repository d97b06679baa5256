"""What a task asks for: a change, an explanation, or what cannot be told (Discipline C5).

A task is read sentence by sentence and clause by clause. It is a question only if something in it
asks for an explanation, the rest states facts, and nothing demands a change: whatever is not
recognised stays open, and an open task is treated as one that changes files.
"""

from __future__ import annotations

import re
from enum import StrEnum

_CLAUSE = re.compile(
    r"(?:\s*[,;]\s*(?:(?:and|or|but|then|und|oder|aber|dann|et|y)\b)?"
    r"|\s+(?:and|or|but|then|und|oder|aber|et|y)\b|\s[-–—]+\s)\s*"
)
_SENTENCE = re.compile(r"(?<=[.!?])[\"')\]]*\s+|\n\s*\n|\n\s*(?:[-*•]|\d+[.)])\s+")
_QUOTED = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`", re.DOTALL)
_EMPTY = re.compile(r"(?:[\W_]|it\b|(?:many )?thanks\b|thank you\b|hi\b|hello\b|hallo\b|danke\b)*")
_LABEL = re.compile(r"^[\w.#/-]+:\s+")
_FILLER = re.compile(
    r"""(?:so|and|but|ok|okay|hi|hello|hey|thanks|well|also|now|then|next|first|finally|just|again
    |please|kindly|quickly|briefly|possibly|perhaps|maybe|instead|additionally|afterwards|after\sthat
    |a?\s?quick\squestion|question|bitte|danke|hallo|und|also|dann|noch|mal|eben|kurz|außerdem|dazu
    |zuerst|anschließend|s'il\s(?:te|vous)\spla[iî]t|por\sfavor)\b[,:!]?\s*""",
    re.VERBOSE,
)

_WH = r"(?:what|what's|whats|why|how|how's|who|who's|whom|whose|which|when|where|where's)"
_WH_DE = (
    r"(?:was|warum|wieso|weshalb|weswegen|wie|wieviel|wer|wen|wem|wessen|welche[rsnm]?|wo|wann"
    r"|wo(?:her|hin|ran|rin|rauf|raus|rum|für|zu|mit|von|bei|durch|gegen|nach)|inwiefern|inwieweit)"
)
_WH_OTHER = (
    r"(?:pourquoi|comment|que|qu'est-ce|quoi|quel(?:le)?s?|où|quand|combien|à\squoi"
    r"|por\squé|cómo|qué|cuál(?:es)?|dónde|cuándo|quién(?:es)?|cuánt[oa]s?)"
)
_AUX = (
    r"(?:is|isn't|are|aren't|was|wasn't|were|am|does|doesn't|do|don't|did|didn't|has|hasn't|have"
    r"|had|should|shouldn't|shall|will|won't|would|wouldn't|could|couldn't|can|can't|may|might)"
)
_AUX_DE = (
    r"(?:ist|sind|war|waren|hat|haben|hatte|kann|können|darf|dürfen|soll|sollen|sollte|sollten|muss"
    r"|müssen|wird|werden|würde|gibt|macht|machen|tut|tun|bedeutet|bedeuten|heißt|geht|läuft"
    r"|passiert|funktioniert|funktionieren|braucht|brauchen|liegt|steht|kommt|lässt|reicht|stimmt"
    r"|unterscheide[tn]|bewirkt|liefert|wirft|verwendet|benutzt|nutzt|berechnet)"
)
# Verbs that ask for words, in the forms in which they stand at the beginning of a request.
_TELL = (
    r"(?:explain|describe|clarify|elaborate|summari[sz]e|recap|compare|contrast|discuss|interpret"
    r"|illustrate|analy[sz]e|review|evaluate|assess|justify|tell\s(?:me|us|about)|teach\s(?:me|us)|remind\s(?:me|us)"
    r"|(?:help|let)\s(?:me|us)\s(?:to\s)?(?:understand|know|see\s(?:why|how|what))"
    r"|(?:walk|talk|guide|take)\s(?:me|us)\sthrough"
    r"|(?:show|say|state|point\sout|find\sout|figure\sout|work\sout|check|see|verify|judge)"
    r"\s(?:(?:me|us)\s)?(?:how|what|why|where|when|which|who|whether|if)\b"
    r"|(?:give|show|provide|offer|share)\s(?:(?:me|us)\s)?(?:with\s)?(?:(?:an?|some|the|your)\s)?(?:\w+\s)?"
    r"(?:explanation|overview|summary|examples?|idea|reasons?|introduction|description|comparison"
    r"|opinion|advice|insight|outline|walkthrough|rationale|tour)\b"
    r"|erklär(?:e|en|t)?|erläuter(?:e|n|t)?|beschreib(?:e|en|t)?|vergleiche?n?|analysiere?n?"
    r"|(?:zeige?|sage?|erzähle?|nenne?|verrate?|schildere?)\s(?:mir|uns|doch)\b|fasse?\b.*\bzusammen"
    r"|explique[rz]?|décri(?:s|re|vez)|expliqu(?:e|ez)-moi|explica(?:r|me)?|explíca(?:me|nos))\b"
)
_TELL_LATE = re.compile(  # German, French and Spanish put it after "can you"
    r"\b(?:erklären|erläutern|beschreiben|zusammenfassen|sagen|verraten|vergleichen|erzählen"
    r"|zeigen,?\s(?:wie|was|wo|warum|wann)|m?'?expliquer|décrire|explicar(?:me|nos)?|describir)\b"
)
_WONDER = (
    r"(?:(?:i|we)(?:\sreally|\sstill)?\s(?:don't|do\snot|didn't|can't|cannot|could\snot)"
    r"\s(?:\w+\s)?(?:understand|get|see|tell|figure\sout|follow)"
    r"|(?:(?:i|we)(?:'d|\swould)\s(?:like|love)|(?:i|we)\s(?:want|need|have|am\strying|are\strying)"
    r"|(?:i'm|we're)\strying|trying)\sto\s(?:know|understand|learn|see\s(?:why|how|what)|find\sout)"
    r"|(?:i|we)\s(?:wonder|was\swondering|were\swondering)|(?:i'm|i\sam|we're|we\sare)"
    r"\s(?:just\s)?(?:wondering|curious|confused|unsure|not\ssure|puzzled|lost)"
    r"|(?:i|we)(?:'ve|\shave|'d\slike|\sneed|\swant)?\s(?:got\s)?(?:an?\s)?(?:\w+\s)?"
    r"(?:question|explanation|overview|summary)\b"
    r"|it\s(?:is|isn't|is\snot)\s(?:un)?clear|curious\b"
    r"|wondering|any\s(?:idea|clue|thoughts?)|(?:ich|wir)\sversteh(?:e|en)\b.*\bnicht"
    r"|(?:ich|wir)\s(?:möchten?|würden?|wüssten?|wollen|will|muss)\b.*\b(?:wissen|verstehen|erfahren)"
    r"|ich\s(?:frage\smich|wüsste\sgern)|mir\sist\s(?:nicht|un)\s?klar)"
)
_ASKS = re.compile(rf"(?:{_TELL}|{_WONDER})")
_ASKS_WITHOUT_MARK = re.compile(
    rf"(?:{_WH}\s+(?:{_AUX}|happens|means|makes|causes|exactly|to|come|many|much|long|often|kind"
    rf"|sort|part|parts|files?|functions?|settings?|lines?|version)\b"
    rf"|(?:what's|whats|who's|where's|how's)\b|{_WH_DE}\s+{_AUX_DE}\b|qu'est-ce\b|por\squé\b)"
)
_ASKS_WITH_MARK = re.compile(
    rf"(?:(?:\w+\s)?(?:{_WH}|{_WH_DE}|{_WH_OTHER})|{_AUX}|{_AUX_DE}|est-ce\sque?|est-ce\squ')\b"
)
_PROPOSES = re.compile(  # a demand in the clothes of a question
    r"(?:how|what)\sabout\b|what\sif\b|why\s(?:not|don't|doesn't\ssome|aren't\swe)\b"
    r"|is\s(?:it\spossible|there\sany\w*)\s(?:\w+\s)?(?:for\s)?(?:you|someone)\b|which\sis\swhy\b"
    r"|(?:do|would)\syou\smind\b|are\syou\sable\b|wie\swäre\b|wie\swär's\b|warum\snicht\b"
    r"|(?:could|can|should|shall|would|might)\s(?:it|this|that|these|those|the\b.*?|an?\b.*?|all\b.*?)\sbe\b"
    r"|(?:can|could|shall|will)\s(?:we|someone|somebody|anyone|anybody)\b"
    r"|(?:können|könnten|wollen|sollen)\swir\b"
)
_REQUEST = re.compile(
    r"(?:(?:can|could|would|will|won't|can't|couldn't)\s(?:you|u|we|someone|anyone)"
    r"|(?:kannst|könntest|würdest|willst|magst)\sdu|(?:können|könnten|würden)\ssie"
    r"|(?:könntet|könnt|würdet)\sihr|peux-tu|pouvez-vous|pourrais-tu|pourriez-vous"
    r"|puedes|podrías|puede|podría"
    r"|i(?:'d|\swould)\s(?:like|love|want)\s(?:for\s)?(?:you|someone)\sto|i\s(?:want|need)\syou\sto)\b\s*"
)
_VERB = re.compile(
    r"""(?:
    add| adapt| adjust| allow| annotate| append| apply| avoid| build| bump| cache| change|
    clean| combine| comment| complete| configure| connect| convert| correct| create| cut|
    debug| decrease| delete| deploy| disable| document| drop| edit| enable| ensure|
    expose| extend| extract| fix| format| generate| handle| hide| implement| improve|
    include| increase| inline| insert| install| integrate| introduce| let| log| lower|
    make| merge| migrate| modify| move| optimise| optimize| patch| port| prepend| prevent|
    provide| put| raise| reduce| refactor| reformat| reimplement| remove| rename| reorder|
    reorganise| reorganize| repair| replace| resolve| restore| restructure| return|
    revert| rewrite| rework| save| set| shorten| simplify| skip| solve| sort| speed|
    split| store| support| swap| switch| test| tidy| turn| tweak| undo| update| upgrade|
    use| validate| wire| wrap| write| aktualisiere| aktualisieren| anpassen| baue| bau|
    beheb| behebe| beheben| benenne| beschleunige| einbauen| entfern| entferne| entfernen|
    ergänze| ergänzen| ersetz| ersetze| ersetzen| erstelle| erstellen| erweitere|
    erweitern| füg| füge| hinzufügen| implementiere| implementieren| korrigier|
    korrigiere| korrigieren| lösch| lösche| löschen| mach| mache| machen| optimiere|
    optimieren| pass| passe| refaktoriere| reparier| repariere| reparieren| schreib|
    schreibe| setz| setze| sorge| stell| stelle| tausche| umbenennen| umstellen|
    verbesser| verbessere| verbessern| verschiebe| verschieben| ändere| ändern| ajoute|
    corrige| corriger| remplace| supprime| renomme| modifie| añade| arregla| cambia|
    elimina
    )\b(?!\s*[:=(])""",
    re.VERBOSE,
)
_NEED = re.compile(
    r"\b(?:must|should|shall|needs?\sto|need|want|wants|has\sto|have\sto|ought|please|let's|lets"
    r"|make\ssure|supposed\sto|(?:would|'d)\slike|wish|todo|muss|müssen|soll|sollen|sollte|sollten|bitte"
    r"|brauchen|brauche|möchte|möchten|wünsche)\b"
)
_FACT = re.compile(
    r"(?:the|this|these|that|those|it|it's|its|we|i|i'm|i've|my|our|your|you|they|he|she|there|here"
    r"|in|on|at|for|from|when|whenever|while|since|after|before|with|without|under|currently"
    r"|sometimes|often|today|yesterday|recently|an?|given|as|if|because|although|both|some|all|most"
    r"|every|each|no|one|two|three|context|background|suppose|assume|assuming|der|die|das|den|dem"
    r"|dieser?|dieses|diesen|ein|eine|einen|wir|ich|es|mein|meine|unser|unsere|im|am|bei|beim|seit"
    r"|nach|vor|wenn|falls|als|hier|da|manchmal|heute|gestern|mit|ohne|le|la|les|el|los|las)\b"
)
_HOW_TO = re.compile(
    r"\b(?:how|what|where|when|which|whether)\s(?:\w+\s)?(?:to|(?:do|can|could|should|would)\s(?:i|we|you|one))\b"
    r"|\bwie\s(?:man|ich|wir)\b"
)
_WRITES_IT_DOWN = re.compile(
    r"\b(?:in|into|to|as|inside)\s(?:(?:an?|the|our|your|its|code|inline)\s)*"
    r"(?:readme|changelog|docstrings?|comments?|docs|documentation|\S+\.(?:md|rst|txt|adoc))\b"
)


class TaskKind(StrEnum):
    """What a task asks for."""

    CHANGE = "change"
    QUESTION = "question"
    UNCLEAR = "unclear"  # treated as a change


class _Part(StrEnum):
    DEMAND = "demand"
    ASK = "ask"
    FACT = "fact"
    OPEN = "open"


def task_kind(task_description: str) -> TaskKind:
    """Say what a task asks for. Only what is recognised as a question is one."""
    text = _QUOTED.sub(" it ", task_description.replace("’", "'").lower())
    parts = [
        _sentence(sentence) for sentence in _SENTENCE.split(text) if not _EMPTY.fullmatch(sentence)
    ]
    if _Part.DEMAND in parts:
        return TaskKind.CHANGE
    if _Part.ASK in parts and _Part.OPEN not in parts:
        return TaskKind.QUESTION
    return TaskKind.UNCLEAR


def _sentence(sentence: str) -> _Part:
    text = " ".join(sentence.split()).strip(" *#>-\"'¿¡_")
    marked = text.endswith("?")
    clauses = _CLAUSE.split(_without_fillers(_LABEL.sub("", text)).rstrip(".!?"))
    first = _clause(clauses[0], marked=marked, leads=True)
    later = [_clause(clause, marked=marked, leads=False) for clause in clauses[1:] if clause]
    asks_how = _HOW_TO.search(text) is not None
    if _Part.DEMAND in later and first is _Part.ASK:
        # "How do I find and fix it?" goes on with its question, "explain and fix it" does not
        is_question = marked and not _ASKS.match(_after_request(clauses[0]))
        if asks_how or is_question:
            later = [part for part in later if part is not _Part.DEMAND]
    if first is _Part.DEMAND or _Part.DEMAND in later:
        return _Part.DEMAND
    if first is _Part.OPEN or _Part.OPEN in later:
        return _Part.OPEN
    if _Part.ASK in (first, *later):
        told = _ASKS.match(_after_request(clauses[0])) is not None
        return _Part.OPEN if told and _WRITES_IT_DOWN.search(text) else _Part.ASK
    return first


def _clause(clause: str, *, marked: bool, leads: bool) -> _Part:
    """Judge one clause. A later one counts only for what it plainly demands, asks or proposes."""
    polite = re.match(r"(?:please|kindly|bitte)\b", clause) is not None
    text = _without_fillers(clause)
    rest = _after_request(text)
    if _ASKS.match(rest) or (marked and text.startswith("comment ")):  # French: how
        return _Part.ASK
    if _VERB.match(rest):
        return _Part.DEMAND
    if rest != text:
        return _Part.ASK if _TELL_LATE.search(rest) else _Part.OPEN
    if _PROPOSES.match(text):
        return _Part.OPEN
    if _ASKS_WITHOUT_MARK.match(text) or (marked and _ASKS_WITH_MARK.match(text)):
        return _Part.ASK
    if polite or _NEED.search(text):
        return _Part.OPEN
    return _Part.FACT if not leads or _FACT.match(text) else _Part.OPEN


def _after_request(text: str) -> str:
    """Return what a polite request is about, or the text itself when it is none."""
    match = _REQUEST.match(text)
    return text if match is None else _without_fillers(text[match.end() :])


def _without_fillers(text: str) -> str:
    while match := _FILLER.match(text):
        if match.end() == len(text):
            return text
        text = text[match.end() :]
    return text
