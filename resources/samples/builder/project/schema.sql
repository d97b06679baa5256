CREATE TABLE berth (
    number integer PRIMARY KEY,
    pontoon text NOT NULL,
    length real NOT NULL,
    depth real NOT NULL,
    has_power boolean NOT NULL DEFAULT false
);
CREATE TABLE stay (
    boat text NOT NULL,
    berth integer NOT NULL REFERENCES berth (number),
    arrives date NOT NULL,
    leaves date NOT NULL CHECK (leaves > arrives)
);
