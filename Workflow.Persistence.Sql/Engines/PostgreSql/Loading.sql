-- Loads. A load is one of the three 'Find' texts and then 'LoadLock', which is one statement: what is found is locked if it can be, in the statement that decides about it.
-- '= ANY (ARRAY[...])' and 'ORDER BY ... + 0' are explained in 'Saving.sql'.

-- statement: LoadFindById
WITH t AS (
    SELECT workflow.store_time() AS now
), candidate AS (
    SELECT NULL::integer AS definition_id
), found AS (
    SELECT i.instance_sid, i.lock_owner, i.lock_version FROM workflow.instance i WHERE i.instance_id = @instance_id FOR UPDATE
)

-- statement: LoadFindByKey
WITH t AS (
    SELECT workflow.store_time() AS now
), candidate AS (
    SELECT NULL::integer AS definition_id
), found AS (
    SELECT i.instance_sid, i.lock_owner, i.lock_version
    FROM workflow.instance i
    WHERE i.instance_sid = (SELECT k.instance_sid FROM workflow.instance_key k WHERE k.key_id = @key)
    FOR UPDATE
)

-- A row that contradicts itself cannot be locked: it is passed over, so that it does not keep hosts from the rows behind it.
-- Suspects for which the owner has no room are passed over, too.
-- The first runnable instance of each definition is found by the index, and the definition with the first of these is chosen. Of this, the first is taken that no other call takes just now.
-- statement: LoadFindRunnable
WITH t AS (
    SELECT workflow.store_time() AS now
), candidate AS MATERIALIZED (
    SELECT d.definition_id
    FROM t
    CROSS JOIN workflow.definition d
    CROSS JOIN LATERAL (
        SELECT r.runnable_at, r.turn FROM workflow.instance r
        WHERE r.definition_id = d.definition_id AND r.runnable_at <= t.now
            AND r.suspicion <= @suspicion AND NOT r.is_suspended
            AND r.lock_owner IS NULL AND r.completed IS NULL AND r.lock_version < 9223372036854775807 AND r.instance_id IS NOT NULL
        ORDER BY r.runnable_at, r.turn
        LIMIT 1) first
    WHERE d.definition_id <> ALL (@refused)
    ORDER BY first.runnable_at, first.turn
    LIMIT 1
), found AS (
    SELECT i.instance_sid, i.lock_owner, i.lock_version
    FROM workflow.instance i
    WHERE i.definition_id = (SELECT definition_id FROM candidate) AND i.runnable_at <= workflow.store_time()
        AND i.suspicion <= @suspicion AND NOT i.is_suspended
        AND i.lock_owner IS NULL AND i.completed IS NULL AND i.lock_version < 9223372036854775807 AND i.instance_id IS NOT NULL
    ORDER BY i.runnable_at, i.turn
    LIMIT 1
    FOR UPDATE SKIP LOCKED
)

-- An owner whose lease is over holds nothing any more. If it has died, the same happens to the instance as in 'OwnersAbandon'.
-- The row is read as the lock leaves it: a save can have been committed since the statement began.
-- statement: LoadLock
, present AS (
    SELECT i.instance_sid, i.instance_id, i.definition_id, i.completed, i.lock_version, i.lock_owner,
        h.owner_id AS holder_id, h.name AS holder_name, coalesce(h.lease_until > t.now, false) AS is_held,
        coalesce(h.lease_until > '-infinity', false) AS has_died, coalesce(h.max_failures, 2147483647) AS max_failures,
        format('The owner ''%s'' (%s) disappeared before it saved the instance.', h.name, h.owner_id) AS failure
    FROM found f
    CROSS JOIN t
    JOIN workflow.instance i ON i.instance_sid = ANY (ARRAY[f.instance_sid])
    LEFT JOIN workflow.owner h ON h.owner_sid = i.lock_owner
), locked AS (
    UPDATE workflow.instance i SET
        lock_owner = @owner,
        lock_version = i.lock_version + 1,
        is_unsaved = true,
        load_id = @load,
        runnable_at = NULL,
        retry_at = CASE
            WHEN NOT p.has_died OR NOT i.is_unsaved OR i.is_suspended THEN i.retry_at
            WHEN i.suspicion < 3 OR i.failures < p.max_failures - 1 THEN t.now END,
        is_suspended = i.is_suspended OR (p.has_died AND i.is_unsaved AND i.suspicion >= 3 AND i.failures >= p.max_failures - 1),
        last_failure = CASE WHEN p.has_died AND i.is_unsaved AND NOT i.is_suspended THEN p.failure ELSE i.last_failure END,
        failures = CASE WHEN p.has_died AND i.is_unsaved AND NOT i.is_suspended AND i.suspicion >= 3 THEN least(i.failures, 2147483645) + 1 ELSE i.failures END,
        suspicion = CASE WHEN p.has_died AND i.is_unsaved AND NOT i.is_suspended THEN least(i.suspicion + 1, 3) ELSE i.suspicion END
    FROM present p
    CROSS JOIN t
    JOIN workflow.owner o ON o.owner_sid = @owner AND o.owner_id = @owner_id AND o.lease_until > t.now
    WHERE i.instance_sid = ANY (ARRAY[p.instance_sid]) AND i.lock_version = p.lock_version AND i.lock_owner IS NOT DISTINCT FROM p.lock_owner AND NOT p.is_held
        AND i.completed IS NULL AND i.definition_id = ANY (@definitions) AND i.lock_version < 9223372036854775807 AND i.instance_id IS NOT NULL
    RETURNING i.instance_sid, i.lock_version, i.status, i.encoding, i.key_id, i.state_size, i.state_check, i.state, i.suspicion
)
SELECT
    EXISTS (SELECT 1 FROM workflow.owner o, t WHERE o.owner_sid = @owner AND o.owner_id = @owner_id AND o.lease_until > t.now) AS has_owner,
    (SELECT definition_id FROM candidate) AS candidate,
    p.instance_sid, p.instance_id, p.definition_id, p.completed IS NOT NULL AS is_completed, p.is_held, p.holder_id, p.holder_name,
    l.lock_version, l.status, l.encoding, l.key_id, l.state_size, l.state_check, l.state,
    (SELECT array_agg(k.key_id) FROM workflow.instance_key k WHERE k.instance_sid = l.instance_sid) AS keys,
    p.lock_version AS found_version, l.suspicion,
    CASE WHEN p.instance_sid IS NULL THEN EXISTS (SELECT 1 FROM workflow.owner o, t WHERE o.lease_until <= t.now) ELSE false END AS has_expired
FROM (SELECT 1) one
LEFT JOIN present p ON true
LEFT JOIN locked l ON l.instance_sid = p.instance_sid;

-- Many loads by id and by key at once, as far as the instances are free. What another call has just locked or changed is not waited for, and is not returned.
-- The keys are read as they were when the statement began, and they change with the version of the lock only. A row is locked as it is now, but the update finds it as it was when the statement began:
-- where the two versions of the lock differ, the row is left out.
-- statement: LoadFree
WITH wanted AS (
    SELECT r.place, r.load_id, r.instance_id FROM unnest(@places, @ids, @loads) AS r (place, instance_id, load_id)
    UNION ALL
    SELECT r.place, r.load_id, i.instance_id
    FROM unnest(@key_places, @keys, @key_loads) AS r (place, key_id, load_id)
    JOIN workflow.instance_key k ON k.key_id = ANY (ARRAY[r.key_id])
    JOIN workflow.instance i ON i.instance_sid = ANY (ARRAY[k.instance_sid])
), free AS (
    SELECT w.place, w.load_id, i.instance_sid, i.lock_version
    FROM wanted w
    JOIN workflow.instance i ON i.instance_id = ANY (ARRAY[w.instance_id])
    WHERE i.lock_owner IS NULL AND i.completed IS NULL AND i.definition_id = ANY (@definitions) AND i.lock_version < 9223372036854775807
        AND EXISTS (SELECT 1 FROM workflow.owner o WHERE o.owner_sid = @owner AND o.owner_id = @owner_id AND o.lease_until > workflow.store_time())
    FOR UPDATE OF i SKIP LOCKED
)
UPDATE workflow.instance i SET lock_owner = @owner, lock_version = i.lock_version + 1, is_unsaved = true, load_id = f.load_id, runnable_at = NULL
FROM free f
WHERE i.instance_sid = ANY (ARRAY[f.instance_sid]) AND i.lock_version = f.lock_version AND i.lock_owner IS NULL AND i.completed IS NULL AND i.definition_id = ANY (@definitions)
RETURNING f.place, i.instance_id, i.definition_id, i.lock_version, i.status, i.encoding, i.key_id, i.state_size, i.state_check, i.state,
    (SELECT array_agg(k.key_id) FROM workflow.instance_key k WHERE k.instance_sid = i.instance_sid) AS keys;

-- Gives back what loads have locked whose answers were lost. The rows are locked in the order in which all statements lock them. A message can have arrived since the statement began, which it does not
-- see, so a host looks after the instances in any case.
-- statement: LoadUndo
WITH lost AS (
    SELECT instance_sid FROM workflow.instance WHERE lock_owner = @owner AND load_id = ANY (@loads) ORDER BY instance_sid + 0 FOR UPDATE
)
UPDATE workflow.instance i SET
    lock_owner = NULL,
    turn = nextval('workflow.turn'),
    runnable_at = CASE WHEN NOT i.is_suspended THEN greatest(workflow.store_time(), i.retry_at) END
FROM lost l
WHERE i.instance_sid = ANY (ARRAY[l.instance_sid]) AND i.lock_owner = @owner AND i.load_id = ANY (@loads)
RETURNING i.load_id;

-- Whether an owner finds something runnable: the definition of the first instance, and when the next one or the end of a lease may change the answer.
-- statement: Look
SELECT
    EXISTS (SELECT 1 FROM workflow.owner o WHERE o.owner_sid = @owner AND o.owner_id = @owner_id AND o.lease_until > t.now) AS has_owner,
    (SELECT d.definition_id
        FROM workflow.definition d
        CROSS JOIN LATERAL (
            SELECT r.runnable_at, r.turn FROM workflow.instance r
            WHERE r.definition_id = d.definition_id AND r.runnable_at <= t.now
                AND r.suspicion <= @suspicion AND NOT r.is_suspended
                AND r.lock_owner IS NULL AND r.completed IS NULL AND r.lock_version < 9223372036854775807 AND r.instance_id IS NOT NULL
            ORDER BY r.runnable_at, r.turn
            LIMIT 1) first
        WHERE d.definition_id <> ALL (@refused)
        ORDER BY first.runnable_at, first.turn
        LIMIT 1) AS candidate,
    least(
        (SELECT min((SELECT min(r.runnable_at) FROM workflow.instance r WHERE r.definition_id = d.definition_id AND r.runnable_at > t.now AND NOT r.is_suspended))
            FROM workflow.definition d
            WHERE d.definition_id <> ALL (@refused)),
        (SELECT min(o.lease_until) FROM workflow.owner o WHERE o.lease_until < 'infinity' AND o.lease_until > '-infinity')) AS next,
    t.now,
    EXISTS (SELECT 1 FROM workflow.owner o WHERE o.lease_until <= t.now) AS has_expired
FROM (SELECT workflow.store_time() AS now) t;
