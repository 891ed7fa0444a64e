-- Messages. A change of the messages of an instance changes its row in the same transaction, which counts them.

-- statement: RequestFind
SELECT instance_id, sequence FROM workflow_request WHERE request_id = @request AND is_start = @is_start;

-- statement: RequestAdd
INSERT INTO workflow_request (request_id, is_start, instance_id, sequence, at) VALUES (@request, @is_start, @instance_id, @sequence, @now);

-- statement: RequestsPurge
DELETE FROM workflow_request
WHERE (request_id, is_start) IN (SELECT request_id, is_start FROM workflow_request WHERE at <= @before ORDER BY at LIMIT @limit);

-- statement: ReceiverFind
SELECT instance_sid, instance_id, completed, lock_owner FROM workflow_instance WHERE instance_id = @instance_id;

-- statement: ReceiverFindBySid
SELECT instance_sid, instance_id, completed, lock_owner FROM workflow_instance WHERE instance_sid = @sid;

-- statement: BookmarkExists
SELECT 1 FROM workflow_bookmark WHERE name = @name AND instance_sid = @sid LIMIT 1;

-- An instance that is locked or suspended does not become runnable, and one that is runnable keeps its place.
-- statement: MessageCountUp
UPDATE workflow_instance SET
    inbox = min(inbox, 2147483646) + 1,
    inbox_idle = inbox_idle + @idle,
    turn = CASE WHEN runnable_at <= max(@now, coalesce(retry_at, @now)) THEN turn ELSE @turn END,
    runnable_at = CASE
        WHEN lock_owner IS NOT NULL OR is_suspended = 1 OR runnable_at <= max(@now, coalesce(retry_at, @now)) OR inbox + 1 <= max(inbox_idle, 0) + @idle THEN runnable_at
        ELSE max(@now, coalesce(retry_at, @now)) END
WHERE instance_sid = @sid;

-- The transaction writes alone, so that no message with a lower number can come later.
-- statement: MessageLast
SELECT sequence, number, total FROM workflow_message WHERE instance_sid = @sid ORDER BY sequence DESC LIMIT 1;

-- statement: MessageFirst
SELECT number, total - length(content) FROM workflow_message WHERE instance_sid = @sid ORDER BY sequence LIMIT 1;

-- statement: MessagesSize
SELECT count(*), sum(length(content)) FROM workflow_message WHERE instance_sid = @sid;

-- statement: MessageAdd
INSERT INTO workflow_message (instance_sid, kind, bookmark_name, received, expires, for_owner, content, number, total)
VALUES (@sid, @kind, @name, @now, @expires, @for_owner, @content, @number, @total)
RETURNING sequence;

-- statement: MessageExists
SELECT m.instance_sid FROM workflow_message m JOIN workflow_instance i ON i.instance_sid = m.instance_sid
WHERE m.sequence = @sequence AND i.instance_id = @instance_id;

-- The message may have been one that the instance can take. Then the second number is too low, and a host loads the instance once in vain. If it were too high, a message would be overlooked.
-- statement: MessageCountDown
UPDATE workflow_instance SET
    inbox = max(inbox - 1, 0),
    inbox_idle = CASE WHEN lock_owner IS NULL THEN max(inbox_idle - 1, 0) ELSE min(inbox_idle, 0) - 1 END
WHERE instance_sid = @sid;

-- statement: MessageRemove
DELETE FROM workflow_message WHERE sequence = @sequence;

-- statement: ConsumedCount
SELECT count(*) FROM workflow_message WHERE instance_sid = @sid AND sequence IN (SELECT value FROM json_each(@consumed));

-- statement: ConsumedRemove
DELETE FROM workflow_message WHERE instance_sid = @sid AND sequence IN (SELECT value FROM json_each(@consumed));

-- The number of messages, up to a limit.
-- statement: MessagesCount
SELECT count(*) FROM (SELECT 1 FROM workflow_message WHERE instance_sid = @sid LIMIT @limit);

-- statement: MessagesRemove
DELETE FROM workflow_message WHERE instance_sid = @sid;

-- statement: HeldFind
SELECT instance_sid FROM workflow_instance WHERE instance_id = @instance_id AND lock_owner = @owner;

-- A content that is too large is not read, nor one beyond the limit of bytes, nor a larger one for a bookmark that the instance does not have, as far as it is known. The bytes since the first message
-- are the difference of the totals, which may include messages that are gone: then less is read.
-- statement: MessagesRead
SELECT m.sequence, m.kind, m.bookmark_name, m.received, m.expires, length(m.content) AS size,
    CASE WHEN length(m.content) <= @max_size
        AND m.total - (SELECT f.total - length(f.content) FROM workflow_message f WHERE f.instance_sid = @sid AND f.sequence > @after ORDER BY f.sequence LIMIT 1) <= @max_bytes
        AND (length(m.content) <= @small OR m.kind <> 0 OR m.bookmark_name = @name
            OR EXISTS (SELECT 1 FROM workflow_bookmark b WHERE b.name = m.bookmark_name AND b.instance_sid = m.instance_sid))
        THEN m.content END AS content
FROM workflow_message m WHERE m.instance_sid = @sid AND m.sequence > @after ORDER BY m.sequence LIMIT @limit;

-- statement: MessagesArrived
SELECT i.instance_id, max(m.sequence) FROM workflow_message m JOIN workflow_instance i ON i.instance_sid = m.instance_sid AND i.lock_owner = @owner
WHERE m.for_owner = @owner GROUP BY m.instance_sid;
