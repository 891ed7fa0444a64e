-- Messages and requests. A change of the messages of an instance locks its row in the same transaction, so that a call that has waited for the lock of the row sees it, and counts the messages of an
-- instance that is not locked. The row of a locked instance stays as it is: see 'Saving.sql'.
-- '= ANY (ARRAY[...])' is explained in 'Saving.sql'.

-- Each message is sent by two statements: this one locks the row of the instance and keeps its number in a setting of the transaction, and the next one sees what was committed before the lock.
-- statement: SendLock
WITH found AS (
    SELECT i.instance_sid FROM workflow.instance i WHERE i.instance_id = @instance_id FOR UPDATE
)
SELECT set_config('store.receiver', coalesce((SELECT f.instance_sid::text FROM found f), ''), true);

-- statement: SendLockByKey
WITH found AS (
    SELECT i.instance_sid
    FROM workflow.instance i
    WHERE i.instance_sid = (SELECT k.instance_sid FROM workflow.instance_key k WHERE k.key_id = @key)
    FOR UPDATE
)
SELECT set_config('store.receiver', coalesce((SELECT f.instance_sid::text FROM found f), ''), true);

-- The same for several messages, without a wait: a row that another call has locked is left out, and the message for it is sent alone.
-- statement: SendLockFree
WITH wanted AS (
    SELECT i.instance_sid FROM unnest(@ids) AS r (instance_id) JOIN workflow.instance i ON i.instance_id = ANY (ARRAY[r.instance_id])
    UNION
    SELECT k.instance_sid FROM unnest(@keys) AS r (key_id) JOIN workflow.instance_key k ON k.key_id = ANY (ARRAY[r.key_id])
), found AS (
    SELECT i.instance_sid FROM wanted w JOIN workflow.instance i ON i.instance_sid = ANY (ARRAY[w.instance_sid]) FOR UPDATE OF i SKIP LOCKED
)
SELECT -1 WHERE set_config('store.receiver', coalesce((SELECT string_agg(f.instance_sid::text, ',') FROM found f), ''), true) IS NULL;

-- The row is locked, so that its columns are the same here and in the update. A key may have moved before the lock; then the receiver is missing, and the call is repeated.
-- An instance that is locked or suspended does not become runnable, and one that is runnable keeps its place.
-- The number of the message before this one is read without this one, as the statement began after the lock: no message with a lower number can come later.
-- Messages that wait are counted only if those between the first and the last would be too many: some of them may have been consumed.
-- statement: Send
WITH t AS (
    SELECT workflow.store_time() AS now
), sent AS (
    SELECT r.instance_id, r.sequence FROM workflow.request r WHERE r.request_id = @request AND NOT r.is_start
), target AS MATERIALIZED (
    SELECT CASE WHEN @has_key
        THEN (SELECT k.instance_sid FROM workflow.instance_key k WHERE k.key_id = @key)
        ELSE (SELECT x.instance_sid FROM workflow.instance x WHERE x.instance_id = @instance_id) END AS instance_sid
), receiver AS (
    SELECT i.instance_sid, i.instance_id, i.completed, i.lock_owner, w.idle, w.moment,
        i.lock_owner IS NULL AND NOT i.is_suspended AND coalesce(i.runnable_at > w.moment, true) AND i.inbox::bigint + 1 > greatest(i.inbox_idle, 0)::bigint + w.idle AS wakes
    FROM t
    CROSS JOIN workflow.instance i
    CROSS JOIN LATERAL (
        SELECT greatest(t.now, i.retry_at) AS moment,
            CASE WHEN i.lock_owner IS NULL AND @kind = 0
                AND NOT EXISTS (SELECT 1 FROM workflow.bookmark b WHERE b.name = @name AND b.instance_sid = i.instance_sid) THEN 1 ELSE 0 END AS idle) w
    WHERE i.instance_sid = (SELECT g.instance_sid FROM target g)
        AND (SELECT g.instance_sid FROM target g) = ANY (string_to_array(nullif(current_setting('store.receiver', true), ''), ',')::bigint[])
), free AS (
    SELECT r.*, coalesce(l.number, 0) AS last_number, coalesce(l.total, 0) AS last_total,
        @kind = 0 AND f.number IS NOT NULL AND CASE
            WHEN l.number - f.number + 1 < @max_count AND l.total - f.total_before + octet_length(@content) <= @max_bytes THEN false
            ELSE (SELECT count(*) >= @max_count OR sum(octet_length(m.content)) + octet_length(@content) > @max_bytes
                FROM workflow.message m WHERE m.instance_sid = r.instance_sid) END AS is_full
    FROM receiver r
    LEFT JOIN LATERAL (
        SELECT m.number, m.total FROM workflow.message m
        WHERE m.instance_sid = r.instance_sid ORDER BY m.instance_sid DESC, m.sequence DESC LIMIT 1) l ON true
    LEFT JOIN LATERAL (
        SELECT m.number, m.total - octet_length(m.content) AS total_before FROM workflow.message m
        WHERE m.instance_sid = r.instance_sid ORDER BY m.instance_sid, m.sequence LIMIT 1) f ON true
    WHERE r.completed IS NULL AND NOT EXISTS (SELECT 1 FROM sent)
), message AS (
    INSERT INTO workflow.message (instance_sid, kind, bookmark_name, received, expires, for_owner, content, number, total)
    SELECT f.instance_sid, @kind, @name, t.now, workflow.later(t.now, @expires_in), f.lock_owner, @content, f.last_number + 1, f.last_total + octet_length(@content)
    FROM free f CROSS JOIN t
    WHERE NOT f.is_full
    RETURNING sequence
), counted AS (
    UPDATE workflow.instance i SET
        inbox = least(i.inbox, 2147483646) + 1,
        inbox_idle = least(i.inbox_idle, 2147483646) + f.idle,
        turn = CASE WHEN f.wakes THEN nextval('workflow.turn') ELSE i.turn END,
        runnable_at = CASE WHEN f.wakes THEN f.moment ELSE i.runnable_at END
    FROM free f
    WHERE NOT f.is_full AND f.lock_owner IS NULL AND i.instance_sid = ANY (ARRAY[f.instance_sid])
), remembered AS (
    INSERT INTO workflow.request (request_id, is_start, instance_id, sequence, at)
    SELECT @request, false, f.instance_id, m.sequence, t.now FROM message m CROSS JOIN free f CROSS JOIN t
)
SELECT @place AS place, s.instance_id, s.sequence, (SELECT g.instance_sid IS NOT NULL FROM target g) AS was_found, r.instance_id, r.completed IS NOT NULL AS is_completed, m.sequence,
    coalesce((SELECT max(b.sequence) FROM workflow.message b WHERE b.instance_sid = r.instance_sid), 0) AS previous,
    coalesce((SELECT f.is_full FROM free f), false) AS is_full, r.lock_owner IS NULL AS may_wake
FROM (SELECT 1) one
LEFT JOIN sent s ON true
LEFT JOIN receiver r ON true
LEFT JOIN message m ON true;

-- The number of the last message of an instance, as the transaction sees it.
-- statement: MessageLast
SELECT coalesce(max(m.sequence), 0) FROM workflow.message m WHERE m.instance_sid = (SELECT i.instance_sid FROM workflow.instance i WHERE i.instance_id = @instance_id);

-- statement: WithdrawLock
SELECT 0::bigint FROM workflow.instance i WHERE i.instance_id = @instance_id FOR UPDATE;

-- The message may have been one that the instance can take. Then the second number is too low, and a host loads the instance once in vain. If it were too high, a message would be overlooked.
-- statement: Withdraw
WITH removed AS (
    DELETE FROM workflow.message m USING workflow.instance i
    WHERE m.sequence = @sequence AND i.instance_sid = ANY (ARRAY[m.instance_sid]) AND i.instance_id = @instance_id
    RETURNING m.sequence, m.instance_sid
), counted AS (
    UPDATE workflow.instance i SET
        inbox = greatest(i.inbox - 1, 0),
        inbox_idle = CASE WHEN i.lock_owner IS NULL THEN greatest(i.inbox_idle - 1, 0) ELSE greatest(least(i.inbox_idle, 0), -2147483647) - 1 END
    FROM removed r
    WHERE i.instance_sid = ANY (ARRAY[r.instance_sid])
)
SELECT sequence FROM removed;

-- The messages of an instance that an owner holds. There is at least one row, for the owner. A content that is too large is not read, nor one beyond the limit of bytes, nor a
-- larger one for a bookmark that the instance does not have, as far as it is known. The bytes since the first message are the difference of the totals, which may include messages that are gone: then less is read.
-- statement: Receive
SELECT o.has_owner, m.sequence, m.kind, m.bookmark_name, m.received, m.expires, coalesce(m.expires <= t.now, false) AS is_expired, octet_length(m.content) AS size,
    CASE WHEN octet_length(m.content) <= @max_size AND m.total - m.before <= @max_bytes
        AND (octet_length(m.content) <= @small OR m.kind <> 0 OR m.bookmark_name = @name
            OR EXISTS (SELECT 1 FROM workflow.bookmark b WHERE b.name = m.bookmark_name AND b.instance_sid = m.instance_sid))
        THEN m.content END AS content
FROM (SELECT workflow.store_time() AS now) t
CROSS JOIN LATERAL (
    SELECT EXISTS (SELECT 1 FROM workflow.owner o WHERE o.owner_sid = @owner AND o.owner_id = @owner_id AND o.lease_until > t.now) AS has_owner) o
LEFT JOIN LATERAL (
    SELECT m.*, first_value(m.total - octet_length(m.content)) OVER (ORDER BY m.instance_sid, m.sequence ROWS UNBOUNDED PRECEDING) AS before
    FROM workflow.message m
    WHERE m.instance_sid = (SELECT i.instance_sid FROM workflow.instance i WHERE i.instance_id = @instance_id AND i.lock_owner IS NOT DISTINCT FROM @owner) AND m.sequence > @after
    ORDER BY m.instance_sid, m.sequence
    LIMIT @limit) m ON o.has_owner
ORDER BY m.sequence;

-- statement: MessagesLook
SELECT o.has_owner, a.instance_id, a.last
FROM (SELECT EXISTS (
    SELECT 1 FROM workflow.owner o WHERE o.owner_sid = @owner AND o.owner_id = @owner_id AND o.lease_until > workflow.store_time()) AS has_owner) o
LEFT JOIN (
    SELECT i.instance_id, m.last
    FROM (SELECT instance_sid, max(sequence) AS last FROM workflow.message WHERE for_owner = @owner GROUP BY instance_sid) m
    JOIN workflow.instance i ON i.instance_sid = ANY (ARRAY[m.instance_sid]) AND i.lock_owner IS NOT DISTINCT FROM @owner) a ON o.has_owner;

-- Requests that another process deletes just now are left to it.
-- statement: RequestsPurge
WITH old AS (
    SELECT request_id, is_start FROM workflow.request
    WHERE at <= workflow.store_time() - @kept * interval '1 microsecond'
    ORDER BY at
    LIMIT @limit
    FOR UPDATE SKIP LOCKED
)
DELETE FROM workflow.request r USING old WHERE r.request_id = ANY (ARRAY[old.request_id]) AND r.is_start = old.is_start RETURNING r.request_id;
