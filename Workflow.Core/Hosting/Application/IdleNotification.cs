namespace Workflow.Hosting;

/// <summary>What the application has been told since the instance last ran (rule 7.2).</summary>
internal enum IdleNotification : byte
{
    Nothing,

    Idle,

    PersistableIdle,
}
