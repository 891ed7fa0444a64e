-- Unlocks of many instances at once, as in 'Saving.sql', which explains '= ANY (ARRAY[...])', and why messages are counted here. The rows were locked before.

-- What was loaded and not saved goes behind what is runnable already: it gets the time of now, and a new turn.
-- statement: Unlock
WITH input AS (
    SELECT * FROM unnest(@places, @ids, @owners, @owner_ids, @lock_versions) AS r (place, instance_id, owner_sid, owner_id, lock_version)
)
UPDATE workflow.instance i SET
    lock_owner = NULL,
    turn = nextval('workflow.turn'),
    inbox = least((SELECT count(*) FROM workflow.message m WHERE m.instance_sid = i.instance_sid), 2147483647)::integer,
    inbox_idle = greatest(i.inbox_idle, 0),
    runnable_at = CASE
        WHEN i.is_suspended THEN NULL
        WHEN i.status = 0 OR (i.is_unsaved AND i.due < t.now) OR ((SELECT count(*) FROM workflow.message m WHERE m.instance_sid = i.instance_sid) > greatest(i.inbox_idle, 0) AND coalesce(i.due > t.now, true)) THEN greatest(t.now, i.retry_at)
        WHEN i.due IS NOT NULL THEN greatest(i.due, i.retry_at) END
FROM input r
CROSS JOIN (SELECT workflow.store_time() AS now) t
JOIN workflow.owner o ON o.owner_sid = r.owner_sid AND o.owner_id = r.owner_id AND o.lease_until > t.now
WHERE i.instance_id = ANY (ARRAY[r.instance_id]) AND i.lock_owner IS NOT DISTINCT FROM r.owner_sid AND i.lock_version = r.lock_version
RETURNING r.place;

-- The delays are those of 'InstanceOwnerOptions.RetryDelayAfter'.
-- statement: UnlockFailed
WITH input AS (
    SELECT * FROM unnest(@places, @ids, @owners, @owner_ids, @lock_versions, @failures, @max_failures, @first_delays, @max_delays)
        AS r (place, instance_id, owner_sid, owner_id, lock_version, failure, max_failures, first_delay, max_delay)
), held AS (
    SELECT r.*, i.instance_sid, t.now, least(i.failures, 2147483645) + 1 AS failures,
        CASE WHEN i.failures < r.max_failures - 1
            THEN coalesce(workflow.later(t.now, least(r.first_delay * power(2, least(i.failures, 60)), r.max_delay)::bigint), '9999-12-30Z') END AS retry_at
    FROM input r
    CROSS JOIN (SELECT workflow.store_time() AS now) t
    JOIN workflow.owner o ON o.owner_sid = r.owner_sid AND o.owner_id = r.owner_id AND o.lease_until > t.now
    JOIN workflow.instance i ON i.instance_id = ANY (ARRAY[r.instance_id]) AND i.lock_owner IS NOT DISTINCT FROM r.owner_sid AND i.lock_version = r.lock_version
)
UPDATE workflow.instance i SET
    lock_owner = NULL,
    turn = nextval('workflow.turn'),
    failures = h.failures,
    last_failure = h.failure,
    retry_at = h.retry_at,
    is_suspended = h.retry_at IS NULL,
    inbox = least((SELECT count(*) FROM workflow.message m WHERE m.instance_sid = i.instance_sid), 2147483647)::integer,
    inbox_idle = greatest(i.inbox_idle, 0),
    runnable_at = CASE
        WHEN h.retry_at IS NULL THEN NULL
        WHEN i.status = 0 OR (i.is_unsaved AND i.due < h.now) OR ((SELECT count(*) FROM workflow.message m WHERE m.instance_sid = i.instance_sid) > greatest(i.inbox_idle, 0) AND coalesce(i.due > h.now, true)) THEN greatest(h.now, h.retry_at)
        WHEN i.due IS NOT NULL THEN greatest(i.due, h.retry_at) END
FROM held h
WHERE i.instance_sid = ANY (ARRAY[h.instance_sid]) AND i.lock_owner IS NOT DISTINCT FROM h.owner_sid AND i.lock_version = h.lock_version
RETURNING h.place;

-- The owners suspend the instances.
-- statement: Suspend
WITH input AS (
    SELECT * FROM unnest(@places, @ids, @owners, @owner_ids, @lock_versions, @failures) AS r (place, instance_id, owner_sid, owner_id, lock_version, failure)
)
UPDATE workflow.instance i SET
    lock_owner = NULL,
    turn = nextval('workflow.turn'),
    inbox = least((SELECT count(*) FROM workflow.message m WHERE m.instance_sid = i.instance_sid), 2147483647)::integer,
    inbox_idle = greatest(i.inbox_idle, 0),
    last_failure = r.failure,
    retry_at = NULL,
    is_suspended = true,
    runnable_at = NULL
FROM input r
CROSS JOIN (SELECT workflow.store_time() AS now) t
JOIN workflow.owner o ON o.owner_sid = r.owner_sid AND o.owner_id = r.owner_id AND o.lease_until > t.now
WHERE i.instance_id = ANY (ARRAY[r.instance_id]) AND i.lock_owner IS NOT DISTINCT FROM r.owner_sid AND i.lock_version = r.lock_version
RETURNING r.place;
