-- Messages and requests. A change of the messages of an instance changes its row in the same transaction, which counts them, so that a call that has waited for the lock of the row sees it.
-- The reason why a message is never overlooked is with the procedure that stores it, in the schema.

-- The first result is that of a statement which only locks, on other servers.
-- statement: SendLock
SELECT 0;

-- statement: SendLockByKey
SELECT 0;
DECLARE @instance_id uniqueidentifier;

-- statement: Send
EXEC workflow.send_message @request, @instance_id, @has_key, @key, @kind, @name, @expires_in, @content, @max_count, @max_bytes;

-- The UPDATE changes nothing. It locks the row of the instance, as in 'send_message', so that what follows sees all messages that were stored or removed before.
-- statement: WithdrawLock
DECLARE @locked TABLE (instance_sid bigint NOT NULL PRIMARY KEY);
DECLARE @removed TABLE (sequence bigint NOT NULL PRIMARY KEY);
BEGIN TRANSACTION;
UPDATE workflow.instance WITH (UPDLOCK, ROWLOCK) SET inbox = instance.inbox
OUTPUT inserted.instance_sid INTO @locked
WHERE instance.instance_id = @instance_id;

-- The message may have been one that the instance can take. Then the second number is too low, and a host loads the instance once in vain. If it were too high, a message would be overlooked.
-- statement: Withdraw
DELETE FROM workflow.message
OUTPUT deleted.sequence INTO @removed
WHERE message.instance_sid = (SELECT l.instance_sid FROM @locked l) AND message.sequence = @sequence;
IF EXISTS (SELECT 1 FROM @removed)
UPDATE workflow.instance SET
    inbox = CASE WHEN instance.inbox > 1 THEN instance.inbox - 1 ELSE 0 END,
    inbox_idle = CASE
        WHEN instance.lock_owner IS NULL THEN CASE WHEN instance.inbox_idle > 1 THEN instance.inbox_idle - 1 ELSE 0 END
        WHEN instance.inbox_idle < -2147483646 THEN -2147483648
        WHEN instance.inbox_idle < 0 THEN instance.inbox_idle - 1
        ELSE -1 END
WHERE instance.instance_sid = (SELECT l.instance_sid FROM @locked l);
COMMIT TRANSACTION;
SELECT r.sequence FROM @removed r;

-- The messages of an instance that an owner holds. There is at least one row, for the owner. A content that is too large is not read, nor one beyond the limit of bytes, nor a
-- larger one for a bookmark that the instance does not have, as far as it is known. The bytes since the first message are the difference of the totals, which may include messages that are gone: then less is read.
-- Messages of one instance are committed in the order of their numbers, so that no row is passed over that was written before one that is returned, in both modes.
-- statement: Receive
DECLARE @has_owner bit = 0, @sid bigint, @before bigint = 0;
IF EXISTS (SELECT 1 FROM workflow.owner o WHERE o.owner_sid = @owner AND o.owner_id = @owner_id AND o.lease_until > @now) SET @has_owner = 1;
SELECT @sid = i.instance_sid FROM workflow.instance i WHERE i.instance_id = @instance_id AND i.lock_owner = @owner;
SELECT TOP (1) @before = f.total - DATALENGTH(f.content) FROM workflow.message f WHERE f.instance_sid = @sid AND f.sequence > @after ORDER BY f.sequence;
SELECT @has_owner AS has_owner, m.sequence, m.kind, m.bookmark_name, m.received, m.expires, CAST(CASE WHEN m.expires <= @now THEN 1 ELSE 0 END AS bit) AS is_expired,
    CAST(DATALENGTH(m.content) AS int) AS size,
    CASE WHEN DATALENGTH(m.content) <= @max_size AND m.total - @before <= @max_bytes
        AND (DATALENGTH(m.content) <= @small OR m.kind <> 0 OR m.bookmark_name = @name
            OR EXISTS (SELECT 1 FROM workflow.bookmark b WHERE b.instance_sid = @sid AND b.name = m.bookmark_name AND DATALENGTH(b.name) = DATALENGTH(m.bookmark_name)))
        THEN m.content END AS content
FROM (SELECT 1 AS one) n
LEFT JOIN (
    SELECT TOP (@limit) w.sequence, w.kind, w.bookmark_name, w.received, w.expires, w.content, w.total
    FROM workflow.message w
    WHERE w.instance_sid = @sid AND w.sequence > @after
    ORDER BY w.sequence) m ON @has_owner = 1
ORDER BY m.sequence;

-- Each statement reads one table, so that it never keeps a row of messages locked while it waits for the row of an instance: a save locks them the other way round.
-- statement: MessagesLook
DECLARE @has_owner bit = 0;
DECLARE @arrived TABLE (instance_sid bigint NOT NULL PRIMARY KEY, last bigint NOT NULL);
IF EXISTS (SELECT 1 FROM workflow.owner o WHERE o.owner_sid = @owner AND o.owner_id = @owner_id AND o.lease_until > @now) SET @has_owner = 1;
INSERT INTO @arrived (instance_sid, last)
SELECT m.instance_sid, MAX(m.sequence) FROM workflow.message m WHERE m.for_owner = @owner GROUP BY m.instance_sid;
SELECT @has_owner AS has_owner, f.instance_id, f.last
FROM (SELECT 1 AS one) n
LEFT JOIN (
    SELECT i.instance_id, a.last
    FROM @arrived a
    JOIN workflow.instance i ON i.instance_sid = a.instance_sid
    WHERE i.lock_owner = @owner) f ON @has_owner = 1;

-- Requests that another process deletes just now are left to it.
-- statement: RequestsPurge
DECLARE @old TABLE (request_id uniqueidentifier NOT NULL, is_start bit NOT NULL, PRIMARY KEY (request_id, is_start));
INSERT INTO @old (request_id, is_start)
SELECT TOP (@limit) q.request_id, q.is_start FROM workflow.request q WITH (READPAST) WHERE q.at <= @now - @kept ORDER BY q.at;
DELETE FROM workflow.request
OUTPUT deleted.request_id
FROM @old o
WHERE request.request_id = o.request_id AND request.is_start = o.is_start;
