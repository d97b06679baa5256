-- A history as version 1 of the schema wrote it.
PRAGMA application_id = 1128417608;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE content (
        id INTEGER PRIMARY KEY,
        fingerprint TEXT NOT NULL UNIQUE,
        size INTEGER NOT NULL,
        packing TEXT NOT NULL,
        body BLOB NOT NULL
    );
INSERT INTO "content" VALUES(1,'af9a4a734deb1bf9990d07563a784e57b3611bd88f336126164e07600ca619e2',23,'plain',X'7B227374726174656779223A22636F766572616765227D');
INSERT INTO "content" VALUES(2,'5ef4eef686a534ff0cc2ab90d4437109b1a930386e3bcd186d204d2f7baa2114',39,'plain',X'7B2274726163655F6964223A227431222C22746F74616C5F746F6B656E735F75736564223A317D');
INSERT INTO "content" VALUES(3,'9850fb0732c0df45c79439acf2a601f174d4dc96a483f649f1cffc7b791a27ed',539,'zlib',X'789CAB562A294A4C4E8DCF4C51B2522A3152D2512AC92F49CC892FC9CF4ECD2B8E2F2D4E054A18D52A8C82110700D4774C1F');
CREATE TABLE input (
        run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
        part TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        PRIMARY KEY (run, part)
    ) WITHOUT ROWID;
INSERT INTO "input" VALUES(1,'policy','823412d1eacb67956220e532959f0104603057c88704863ca38e7cd188fda812');
INSERT INTO "input" VALUES(2,'policy','823412d1eacb67956220e532959f0104603057c88704863ca38e7cd188fda812');
INSERT INTO "input" VALUES(1,'request','ad1b9de910513527b407147d7a05569066c1a50cceaba3e118df6b13f49e749c');
INSERT INTO "input" VALUES(2,'request','ff14e14c208d414590558c2e333a73da13828df7df2988dacc7f817e6aa5f995');
CREATE TABLE metric (
        run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        value NOT NULL,
        PRIMARY KEY (run, name)
    ) WITHOUT ROWID;
INSERT INTO "metric" VALUES(1,'policy','Wide');
INSERT INTO "metric" VALUES(2,'policy','Wide');
INSERT INTO "metric" VALUES(1,'tokens_used',1);
INSERT INTO "metric" VALUES(2,'tokens_used',2);
CREATE TABLE run (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        stage TEXT NOT NULL,
        series TEXT NOT NULL,
        title TEXT NOT NULL,
        version TEXT NOT NULL,
        first_seen INTEGER NOT NULL,
        last_seen INTEGER NOT NULL,
        times_seen INTEGER NOT NULL,
        configuration INTEGER NOT NULL REFERENCES content (id),
        result INTEGER NOT NULL REFERENCES content (id),
        identity TEXT NOT NULL,
        words TEXT NOT NULL
    );
INSERT INTO "run" VALUES(1,'injection','','Run 1','0.1.0',1775217600000000,1775217600000000,1,1,2,'73d71a0d37796b5e03aaa84c0021a0ff1e3a7ff272bb0c9bbb2dab60bd1d5318','run 1
wide');
INSERT INTO "run" VALUES(2,'injection','','Run 2','0.1.0',1775217600000000,1775221200000000,2,1,3,'64006db0ad38d88d53993ff9d8234b0a807afcdfca3e3a9f3703d894d9127e8c','run 2
wide');
CREATE TABLE verdict (
        run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
        verdict TEXT NOT NULL,
        subjects INTEGER NOT NULL,
        PRIMARY KEY (run, verdict)
    ) WITHOUT ROWID;
INSERT INTO "verdict" VALUES(1,'dropped',1);
INSERT INTO "verdict" VALUES(2,'dropped',2);
INSERT INTO "verdict" VALUES(1,'included',3);
INSERT INTO "verdict" VALUES(2,'included',3);
CREATE INDEX run_in_series ON run (stage, series);
CREATE INDEX run_by_series ON run (series, last_seen);
CREATE INDEX run_by_time ON run (last_seen);
CREATE INDEX run_by_configuration ON run (configuration);
CREATE INDEX run_by_result ON run (result);
CREATE INDEX input_by_fingerprint ON input (fingerprint);
CREATE INDEX metric_by_value ON metric (name, value);
CREATE INDEX verdict_by_name ON verdict (verdict, subjects);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('run',3);
COMMIT;
