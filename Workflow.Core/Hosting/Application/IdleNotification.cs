namespace Workflow.Hosting;

/// <summary>Which notifications the application has got since the instance last ran (rule 7.2).</summary>
internal enum IdleNotification : byte
{
    Nothing,

    Idle,

    PersistableIdle,
}
