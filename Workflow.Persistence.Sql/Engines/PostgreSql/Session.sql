-- The schema, and definitions.

-- The session, the encoding of the database, and whether arrays can be sent.
-- statement: Examine
SELECT pg_backend_pid(), current_setting('server_encoding'), cardinality(@probe);

-- The number of this lock is that of all schemas of all stores in the database: schemas are created rarely.
-- statement: SchemaLock
SELECT 1 FROM pg_advisory_xact_lock(6290547153841);

-- statement: SchemaTable
SELECT to_regclass('workflow.schema_version') IS NOT NULL;

-- statement: SchemaVersion
SELECT coalesce(max(version), 0) FROM workflow.schema_version;

-- statement: Definitions
SELECT definition_id, identity FROM workflow.definition;

-- statement: AddDefinition
INSERT INTO workflow.definition (identity, name, version, package) VALUES (@identity, @name, @version, @package) ON CONFLICT DO NOTHING;

-- The mark of a call in a transaction of the application.
-- statement: SavepointBegin
SAVEPOINT store_call;

-- statement: SavepointUndo
ROLLBACK TO SAVEPOINT store_call;
RELEASE SAVEPOINT store_call;

-- statement: SavepointEnd
RELEASE SAVEPOINT store_call;

-- For the statements that follow in the same transaction: large tables are read by their indexes. Tables that have just been filled have no statistics yet. It returns no row.
-- A scan of a table without an index counts as very expensive then, and the server would compile the statement to native code at each call.
-- statement: SettingsForIndexes
SELECT 1
WHERE set_config('enable_seqscan', 'off', true) IS NULL OR set_config('enable_hashjoin', 'off', true) IS NULL OR set_config('enable_mergejoin', 'off', true) IS NULL
    OR set_config('enable_bitmapscan', 'off', true) IS NULL OR set_config('jit', 'off', true) IS NULL;

-- The settings for batches, for a session that is kept for them, and their end: a pool need not reset what it gets back.
-- statement: SessionForBatches
SELECT 1
WHERE set_config('plan_cache_mode', 'force_generic_plan', false) IS NULL OR set_config('enable_seqscan', 'off', false) IS NULL OR set_config('enable_hashjoin', 'off', false) IS NULL
    OR set_config('enable_mergejoin', 'off', false) IS NULL OR set_config('enable_bitmapscan', 'off', false) IS NULL OR set_config('jit', 'off', false) IS NULL;

-- statement: SessionEnd
RESET ALL;

-- The same, and one plan for all calls, because the statements are large and their arrays have any length. A plan for an empty table would stay until the table has statistics.
-- statement: SettingsForBatches
SELECT 1
WHERE set_config('plan_cache_mode', 'force_generic_plan', true) IS NULL OR set_config('enable_seqscan', 'off', true) IS NULL OR set_config('enable_hashjoin', 'off', true) IS NULL
    OR set_config('enable_mergejoin', 'off', true) IS NULL OR set_config('enable_bitmapscan', 'off', true) IS NULL OR set_config('jit', 'off', true) IS NULL;
