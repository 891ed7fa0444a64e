-- Loads. A load is one of the three 'Find' texts and then 'LoadLock'.
--
-- Why this is correct under the locking of SQL Server, with and without READ_COMMITTED_SNAPSHOT:
-- What is found is only a proposal, which can be old. The UPDATE in 'LoadLock' decides. It reads its row under an update lock, as it was last committed, in both modes, and requires the lock
-- version and the holder on which the decision rests. Both change with each lock and unlock, so of two loads one changes the row and the other finds nothing to change, and tries again. The row
-- stays locked until the transaction ends, so that the state that is read afterwards is that of this lock.
-- The key and the time of a runnable instance are required once more by the UPDATE, because they can have changed since the row was found.
-- READPAST only saves waiting: what another call has locked is passed over. The index of runnable instances covers the search, so that no key lock is held while a row is waited for.

-- statement: LoadFindById
DECLARE @candidate int, @sid bigint, @key uniqueidentifier, @is_search bit = 0;
SELECT @sid = i.instance_sid FROM workflow.instance i WHERE i.instance_id = @instance_id;

-- statement: LoadFindByKey
DECLARE @candidate int, @sid bigint, @is_search bit = 0;
SELECT @sid = k.instance_sid FROM workflow.instance_key k WHERE k.key_id = @key;

-- The first runnable instance of each definition is found by the index, and the definition with the first of these is chosen.
-- statement: LoadFindRunnable
DECLARE @candidate int, @sid bigint, @key uniqueidentifier, @is_search bit = 1;
SELECT TOP (1) @candidate = d.definition_id, @sid = f.instance_sid
FROM workflow.definition d
CROSS APPLY (
    SELECT TOP (1) r.instance_sid, r.runnable_at, r.turn
    FROM workflow.instance r WITH (READPAST)
    WHERE r.definition_id = d.definition_id AND r.runnable_at <= @now
    ORDER BY r.runnable_at, r.turn) f
WHERE d.definition_id NOT IN (SELECT CAST(n.value AS int) FROM STRING_SPLIT(@refused, N',') n)
ORDER BY f.runnable_at, f.turn;

-- An owner whose lease is over holds nothing any more; one that has only loaded the instance may have been ended by it, so that counts as a failure.
-- statement: LoadLock
DECLARE @has_owner bit = 0, @lock_version bigint, @holder bigint, @holder_id uniqueidentifier, @holder_name nvarchar(max), @is_held bit = 0, @max_failures int;
IF EXISTS (SELECT 1 FROM workflow.owner o WHERE o.owner_sid = @owner AND o.owner_id = @owner_id AND o.lease_until > @now) SET @has_owner = 1;
SELECT @lock_version = i.lock_version, @holder = i.lock_owner, @holder_id = h.owner_id, @holder_name = h.name,
    @is_held = CASE WHEN h.lease_until > @now THEN 1 ELSE 0 END, @max_failures = COALESCE(h.max_failures, 2147483647)
FROM workflow.instance i
LEFT JOIN workflow.owner h ON h.owner_sid = i.lock_owner
WHERE i.instance_sid = @sid;
DECLARE @locked TABLE (instance_sid bigint NOT NULL PRIMARY KEY, lock_version bigint NOT NULL);
BEGIN TRANSACTION;
IF @has_owner = 1 AND @is_held = 0
UPDATE workflow.instance SET
    lock_owner = @owner,
    lock_version = instance.lock_version + 1,
    is_unsaved = 1,
    runnable_at = NULL,
    retry_at = CASE WHEN @holder IS NULL OR instance.is_unsaved = 0 THEN instance.retry_at WHEN instance.failures < @max_failures - 1 THEN @now END,
    is_set_aside = CASE WHEN @holder IS NOT NULL AND instance.is_unsaved = 1 AND instance.failures >= @max_failures - 1 THEN 1 ELSE instance.is_set_aside END,
    last_failure = CASE WHEN @holder IS NULL OR instance.is_unsaved = 0 THEN instance.last_failure
        ELSE CONCAT(N'The owner ''', @holder_name, N''' (', LOWER(CAST(@holder_id AS varchar(36))), N') disappeared before it saved the instance.') END,
    failures = CASE WHEN @holder IS NULL OR instance.is_unsaved = 0 THEN instance.failures WHEN instance.failures < 2147483646 THEN instance.failures + 1 ELSE 2147483646 END
OUTPUT inserted.instance_sid, inserted.lock_version INTO @locked
WHERE instance.instance_sid = @sid AND instance.lock_version = @lock_version AND (instance.lock_owner = @holder OR (instance.lock_owner IS NULL AND @holder IS NULL))
    AND instance.completed IS NULL
    AND (@is_search = 0 OR instance.runnable_at <= @now)
    AND (@key IS NULL OR EXISTS (SELECT 1 FROM workflow.instance_key k WHERE k.key_id = @key AND k.instance_sid = instance.instance_sid))
    AND instance.definition_id IN (SELECT CAST(n.value AS int) FROM STRING_SPLIT(@definitions, N',') n);
SELECT @has_owner AS has_owner, @candidate AS candidate,
    i.instance_sid, i.instance_id, i.definition_id, CAST(CASE WHEN i.completed IS NULL THEN 0 ELSE 1 END AS bit) AS is_completed,
    @is_held AS is_held, @holder_id AS holder_id, @holder_name AS holder_name,
    l.lock_version, i.status, i.encoding, i.key_id, i.state_size, i.state_check, CASE WHEN l.instance_sid IS NOT NULL THEN i.state END AS state,
    (SELECT STRING_AGG(CAST(k.key_id AS varchar(max)), ',') FROM workflow.instance_key k WHERE k.instance_sid = l.instance_sid) AS keys
FROM (SELECT 1 AS one) n
LEFT JOIN workflow.instance i ON i.instance_sid = @sid
LEFT JOIN @locked l ON l.instance_sid = i.instance_sid;
COMMIT TRANSACTION;

-- Whether an owner finds something runnable: the definition of the first instance, and when the next one or the end of a lease may change the answer.
-- statement: Look
DECLARE @has_owner bit = 0, @candidate int, @next bigint, @lease bigint;
IF EXISTS (SELECT 1 FROM workflow.owner o WHERE o.owner_sid = @owner AND o.owner_id = @owner_id AND o.lease_until > @now) SET @has_owner = 1;
SELECT TOP (1) @candidate = d.definition_id
FROM workflow.definition d
CROSS APPLY (
    SELECT TOP (1) r.runnable_at, r.turn
    FROM workflow.instance r
    WHERE r.definition_id = d.definition_id AND r.runnable_at <= @now
    ORDER BY r.runnable_at, r.turn) f
WHERE d.definition_id NOT IN (SELECT CAST(n.value AS int) FROM STRING_SPLIT(@refused, N',') n)
ORDER BY f.runnable_at, f.turn;
SELECT @next = MIN(f.runnable_at)
FROM workflow.definition d
CROSS APPLY (
    SELECT TOP (1) r.runnable_at
    FROM workflow.instance r
    WHERE r.definition_id = d.definition_id AND r.runnable_at > @now
    ORDER BY r.runnable_at) f
WHERE d.definition_id NOT IN (SELECT CAST(n.value AS int) FROM STRING_SPLIT(@refused, N',') n);
SELECT @lease = MIN(o.lease_until) FROM workflow.owner o WHERE o.lease_until < 9223372036854775807;
SELECT @has_owner AS has_owner, @candidate AS candidate, CASE WHEN @lease < @next OR @next IS NULL THEN @lease ELSE @next END AS next, @now AS now;
