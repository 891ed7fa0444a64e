-- Roles with the least rights, for PostgreSQL 13 and later. Run the file in one transaction after the schema was created, and again after each upgrade, as a login that owns the schema
-- and may create roles. Then give the roles to logins, as in: GRANT workflow_host TO orders_login;
-- Roles are those of the whole server. For two schemas on one server, change the name 'workflow' in the whole file.

DO $$
DECLARE
    role_name text;
    entity record;
BEGIN
    FOREACH role_name IN ARRAY ARRAY['workflow_owner', 'workflow_host', 'workflow_reader'] LOOP
        IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = role_name) THEN
            EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
        END IF;
    END LOOP;

    -- The owner creates and upgrades: everything in the schema belongs to it.
    EXECUTE format('GRANT CREATE ON DATABASE %I TO workflow_owner', current_database());
    FOR entity IN
        SELECT format('%I.%I', n.nspname, c.relname) AS name, CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind
        FROM pg_class c
        JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'workflow' AND c.relkind IN ('r', 'v', 'S')
            AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i') AND c.relkind = 'S')
    LOOP
        EXECUTE format('ALTER %s %s OWNER TO workflow_owner', entity.kind, entity.name);
    END LOOP;

    FOR entity IN SELECT p.oid::regprocedure AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'workflow' LOOP
        EXECUTE format('ALTER FUNCTION %s OWNER TO workflow_owner', entity.name);
    END LOOP;
END
$$;

ALTER SCHEMA workflow OWNER TO workflow_owner;

-- A host saves and loads instances. It changes no definition and not the version of the schema.
GRANT USAGE ON SCHEMA workflow TO workflow_host;
GRANT SELECT, INSERT, UPDATE, DELETE ON workflow.owner, workflow.instance, workflow.bookmark, workflow.instance_key, workflow.promoted, workflow.message, workflow.request TO workflow_host;
GRANT SELECT, INSERT ON workflow.definition TO workflow_host;
GRANT SELECT ON workflow.schema_version, workflow.instances, workflow.active_bookmarks, workflow.messages, workflow.promoted_properties, workflow.definitions TO workflow_host;
GRANT USAGE ON SEQUENCE workflow.instance_number, workflow.turn TO workflow_host;

-- A reader sees the views, and no state of an instance.
GRANT USAGE ON SCHEMA workflow TO workflow_reader;
GRANT SELECT ON workflow.instances, workflow.active_bookmarks, workflow.messages, workflow.promoted_properties, workflow.definitions TO workflow_reader;
