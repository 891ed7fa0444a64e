-- The tables of the tracking service for WF3 workflows. Running the script again changes nothing.

IF OBJECT_ID('workflow_tracking_instances') IS NULL
BEGIN
    CREATE TABLE workflow_tracking_instances (
        instance_id uniqueidentifier NOT NULL PRIMARY KEY,
        workflow_type nvarchar(max) NOT NULL,
        caller_instance_id uniqueidentifier NULL,
        call_path nvarchar(max) NULL,
        initialized datetime2(7) NOT NULL,
        status int NOT NULL,
        status_time datetime2(7) NOT NULL
    );
    CREATE INDEX workflow_tracking_callers ON workflow_tracking_instances (caller_instance_id);
END;

-- kind: 0 an event of the instance, 1 a status of an activity, 2 data of an activity. event: the number of the event or of the status.
IF OBJECT_ID('workflow_tracking_events') IS NULL
BEGIN
    CREATE TABLE workflow_tracking_events (
        event_id uniqueidentifier NOT NULL PRIMARY KEY,
        instance_id uniqueidentifier NOT NULL,
        kind int NOT NULL,
        event_order int NOT NULL,
        event_time datetime2(7) NOT NULL,
        event int NOT NULL,
        qualified_name nvarchar(max) NULL,
        activity_type nvarchar(max) NULL,
        context_id uniqueidentifier NULL,
        parent_context_id uniqueidentifier NULL,
        data_key nvarchar(max) NULL,
        details nvarchar(max) NULL,
        annotations nvarchar(max) NULL
    );
    CREATE INDEX workflow_tracking_order ON workflow_tracking_events (instance_id, event_order);
END;

-- position: -1 is the data of the event itself. note: why value_text is not the value.
IF OBJECT_ID('workflow_tracking_data') IS NULL
CREATE TABLE workflow_tracking_data (
    event_id uniqueidentifier NOT NULL,
    position int NOT NULL,
    field_name nvarchar(max) NULL,
    value_type nvarchar(max) NULL,
    value_text nvarchar(max) NULL,
    note nvarchar(max) NULL,
    annotations nvarchar(max) NULL,
    PRIMARY KEY (event_id, position)
);

-- An empty workflow_type is the default profile.
IF OBJECT_ID('workflow_tracking_profiles') IS NULL
CREATE TABLE workflow_tracking_profiles (
    workflow_type nvarchar(400) NOT NULL,
    version nvarchar(43) NOT NULL,
    is_current int NOT NULL,
    profile nvarchar(max) NOT NULL,
    PRIMARY KEY (workflow_type, version)
);

IF OBJECT_ID('workflow_tracking_instance_profiles') IS NULL
CREATE TABLE workflow_tracking_instance_profiles (
    instance_id uniqueidentifier NOT NULL PRIMARY KEY,
    profile nvarchar(max) NULL
);
