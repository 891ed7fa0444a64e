-- Version 1 of the schema for SQL Server 2017 and later, and Azure SQL.
-- Run it in one transaction, part by part: each line 'GO' ends a part, as sqlcmd and other tools read it.
-- The tables are private to the store and may change; applications read the views.
-- There are no foreign keys: each call writes all tables of an instance in one transaction.
-- Times in tables are whole microseconds since 1970-01-01 in UTC, so that statements can add to them; in views they are datetime2.

CREATE SCHEMA workflow;
GO

CREATE TABLE workflow.schema_version (
    version int NOT NULL PRIMARY KEY,
    applied bigint NOT NULL
);
GO

-- The clock for all leases and timers. Statements take the time from here only.
CREATE FUNCTION workflow.store_time() RETURNS bigint AS
BEGIN
    RETURN DATEDIFF_BIG(microsecond, '1970-01-01', SYSUTCDATETIME());
END;
GO

-- Orders instances that are runnable from the same time on.
CREATE SEQUENCE workflow.turn AS bigint START WITH 1 INCREMENT BY 1 CACHE 1000;
GO

-- One row for each owner with a lease. A number is never used again, so that a lock never passes to another owner.
-- lease_until: 9223372036854775807 for never.
CREATE TABLE workflow.owner (
    owner_sid bigint IDENTITY(1, 1) NOT NULL PRIMARY KEY,
    owner_id uniqueidentifier NOT NULL UNIQUE,
    name nvarchar(max) NOT NULL,
    machine nvarchar(max) NOT NULL,
    max_failures int NOT NULL,
    lease_until bigint NOT NULL
);
GO

CREATE INDEX owner_by_lease ON workflow.owner (lease_until);
GO

-- Number 0 stands for instances without identity. The hash finds an identity, whose text can be longer than an index holds.
CREATE TABLE workflow.definition (
    definition_id int IDENTITY(1, 1) NOT NULL PRIMARY KEY,
    identity_hash varbinary(32) NULL,
    identity_text nvarchar(max) NULL,
    name nvarchar(max) NULL,
    version nvarchar(max) NULL,
    package nvarchar(max) NULL
);
GO

CREATE UNIQUE INDEX definition_by_identity ON workflow.definition (identity_hash);
GO

SET IDENTITY_INSERT workflow.definition ON;
INSERT INTO workflow.definition (definition_id) VALUES (0);
SET IDENTITY_INSERT workflow.definition OFF;
GO

-- lock_version: increases with each lock. lock_owner: null when nobody holds the instance. is_unsaved: the holder has loaded it and not saved it since.
-- runnable_at: from when on any host may load it; null while it is locked, and when it waits for no timer.
-- changes: which other tables the last save has written; 1 for bookmarks, 2 for promoted values, 3 for both.
-- A save of an instance that stays locked changes no column of an index.
-- A damaged row is refused here, as far as a constraint can see it.
CREATE TABLE workflow.instance (
    instance_sid bigint IDENTITY(1, 1) NOT NULL PRIMARY KEY,
    instance_id uniqueidentifier NOT NULL,
    definition_id int NOT NULL,
    status smallint NOT NULL,
    lock_version bigint NOT NULL,
    lock_owner bigint NULL,
    is_unsaved bit NOT NULL DEFAULT 0,
    runnable_at bigint NULL,
    turn bigint NOT NULL DEFAULT 0,
    due bigint NULL,
    created bigint NOT NULL,
    updated bigint NOT NULL,
    completed bigint NULL,
    failures int NOT NULL DEFAULT 0,
    last_failure nvarchar(max) NULL,
    retry_at bigint NULL,
    is_set_aside bit NOT NULL DEFAULT 0,
    bookmarks_hash bigint NOT NULL DEFAULT 0,
    promoted_hash bigint NOT NULL DEFAULT 0,
    changes tinyint NOT NULL DEFAULT 0,
    encoding smallint NOT NULL,
    key_id nvarchar(max) NULL,
    state_size int NOT NULL,
    state_check bigint NOT NULL,
    initial_values nvarchar(max) NULL,
    saved_values nvarchar(max) NULL,
    state varbinary(max) NOT NULL,
    CHECK (status BETWEEN 0 AND 4),
    CHECK (lock_version > 0),
    CHECK (failures >= 0),
    CHECK (state_size >= 0),
    CHECK (created BETWEEN -2208988800000000 AND 253402214400000000 AND updated BETWEEN -2208988800000000 AND 253402214400000000),
    CHECK (due BETWEEN -2208988800000000 AND 253402214400000000 AND runnable_at BETWEEN -2208988800000000 AND 253402214400000000),
    CHECK (retry_at BETWEEN -2208988800000000 AND 253402214400000000 AND completed BETWEEN -2208988800000000 AND 253402214400000000)
);
GO

CREATE UNIQUE INDEX instance_by_id ON workflow.instance (instance_id);
GO
CREATE INDEX instance_by_owner ON workflow.instance (lock_owner) WHERE lock_owner IS NOT NULL;
GO
CREATE INDEX instance_runnable ON workflow.instance (definition_id, runnable_at, turn) WHERE runnable_at IS NOT NULL;
GO
CREATE INDEX instance_by_completion ON workflow.instance (completed) WHERE completed IS NOT NULL;
GO
CREATE INDEX instance_set_aside ON workflow.instance (is_set_aside) WHERE is_set_aside = 1;
GO

-- since: when the instance was first saved with this bookmark.
CREATE TABLE workflow.bookmark (
    instance_sid bigint NOT NULL,
    ordinal int NOT NULL,
    name nvarchar(800) COLLATE Latin1_General_BIN2 NOT NULL,
    owner_display_name nvarchar(max) NOT NULL,
    scope_id uniqueidentifier NULL,
    since bigint NOT NULL,
    PRIMARY KEY (instance_sid, ordinal)
);
GO

CREATE INDEX bookmark_by_name ON workflow.bookmark (name, since);
GO

CREATE TABLE workflow.instance_key (
    key_id uniqueidentifier NOT NULL PRIMARY KEY,
    instance_sid bigint NOT NULL
);
GO

CREATE INDEX instance_key_by_instance ON workflow.instance_key (instance_sid);
GO

-- is_initial: a value of the first save, which stays; a value of a later save with the same name hides it.
CREATE TABLE workflow.promoted (
    instance_sid bigint NOT NULL,
    promotion nvarchar(100) COLLATE Latin1_General_BIN2 NOT NULL,
    name nvarchar(200) COLLATE Latin1_General_BIN2 NOT NULL,
    is_initial bit NOT NULL,
    text_value nvarchar(400) COLLATE Latin1_General_BIN2 NULL,
    number_value float NULL,
    time_value datetime2(6) NULL,
    flag_value bit NULL,
    id_value uniqueidentifier NULL,
    PRIMARY KEY (instance_sid, promotion, name, is_initial)
);
GO

CREATE INDEX promoted_text ON workflow.promoted (promotion, name, text_value) WHERE text_value IS NOT NULL;
GO
CREATE INDEX promoted_number ON workflow.promoted (promotion, name, number_value) WHERE number_value IS NOT NULL;
GO
CREATE INDEX promoted_time ON workflow.promoted (promotion, name, time_value) WHERE time_value IS NOT NULL;
GO
CREATE INDEX promoted_id ON workflow.promoted (promotion, name, id_value) WHERE id_value IS NOT NULL;
GO

-- The public views. Their columns never change their meaning; later versions only add columns.
-- A time is converted in two steps, because DATEADD takes an int.

CREATE VIEW workflow.instances AS
SELECT
    i.instance_id,
    i.instance_sid AS sequence,
    d.name AS definition_name,
    d.version AS definition_version,
    d.package AS definition_package,
    CAST(CASE i.status WHEN 0 THEN N'Executing' WHEN 1 THEN N'Idle' WHEN 2 THEN N'Closed' WHEN 3 THEN N'Canceled' WHEN 4 THEN N'Faulted' END AS nvarchar(10)) AS status,
    CAST((SELECT STRING_AGG(CAST(N'[' + b.name + N': ' + b.owner_display_name + N']' AS nvarchar(max)), NCHAR(10)) WITHIN GROUP (ORDER BY b.ordinal)
        FROM workflow.bookmark b WHERE b.instance_sid = i.instance_sid) AS nvarchar(max)) AS active_bookmarks,
    DATEADD(microsecond, i.due % 60000000, DATEADD(minute, i.due / 60000000, CAST('1970-01-01' AS datetime2(6)))) AS due,
    o.owner_id,
    o.name AS owner_name,
    o.machine AS owner_machine,
    DATEADD(microsecond, i.created % 60000000, DATEADD(minute, i.created / 60000000, CAST('1970-01-01' AS datetime2(6)))) AS created,
    DATEADD(microsecond, i.updated % 60000000, DATEADD(minute, i.updated / 60000000, CAST('1970-01-01' AS datetime2(6)))) AS updated,
    DATEADD(microsecond, i.completed % 60000000, DATEADD(minute, i.completed / 60000000, CAST('1970-01-01' AS datetime2(6)))) AS completed,
    i.last_failure AS last_error,
    i.failures AS attempts,
    DATEADD(microsecond, i.retry_at % 60000000, DATEADD(minute, i.retry_at / 60000000, CAST('1970-01-01' AS datetime2(6)))) AS retry_at,
    i.is_set_aside AS set_aside
FROM workflow.instance i
LEFT JOIN workflow.definition d ON d.definition_id = i.definition_id
LEFT JOIN workflow.owner o ON o.owner_sid = i.lock_owner AND o.lease_until > workflow.store_time();
GO

CREATE VIEW workflow.active_bookmarks AS
SELECT
    i.instance_id,
    b.name AS bookmark_name,
    b.owner_display_name,
    b.scope_id,
    DATEADD(microsecond, b.since % 60000000, DATEADD(minute, b.since / 60000000, CAST('1970-01-01' AS datetime2(6)))) AS since
FROM workflow.bookmark b
JOIN workflow.instance i ON i.instance_sid = b.instance_sid;
GO

CREATE VIEW workflow.promoted_properties AS
SELECT
    i.instance_id,
    p.promotion,
    p.name,
    p.text_value,
    p.number_value,
    p.time_value,
    p.flag_value,
    p.id_value
FROM workflow.promoted p
JOIN workflow.instance i ON i.instance_sid = p.instance_sid
WHERE p.is_initial = 0
    OR NOT EXISTS (
        SELECT 1 FROM workflow.promoted later
        WHERE later.instance_sid = p.instance_sid AND later.promotion = p.promotion AND later.name = p.name AND later.is_initial = 0);
GO

CREATE VIEW workflow.definitions AS
SELECT
    d.name AS definition_name,
    d.version AS definition_version,
    d.package AS definition_package,
    (SELECT COUNT_BIG(*) FROM workflow.instance i WHERE i.definition_id = d.definition_id) AS instances
FROM workflow.definition d
WHERE d.identity_text IS NOT NULL;
GO

INSERT INTO workflow.schema_version (version, applied) VALUES (1, workflow.store_time());
