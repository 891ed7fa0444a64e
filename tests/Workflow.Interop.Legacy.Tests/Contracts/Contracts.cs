using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;

namespace Contracts;

/// <summary>A contract whose values can be saved.</summary>
[ExternalDataExchange]
public interface IDone
{
    event EventHandler<DoneArgs> Done;

    JobInfo Begin(string name);
}

/// <summary>A contract whose event arguments cannot be saved.</summary>
[ExternalDataExchange]
public interface IUnsaved
{
    event EventHandler<UnsavedArgs> Done;
}

public enum Grade
{
    None,
    Good,
}

[Serializable]
public sealed class DoneArgs(Guid instanceId, JobInfo job) : ExternalDataEventArgs(instanceId)
{
    public JobInfo Job { get; } = job;
}

/// <summary>Lacks the attribute.</summary>
public sealed class UnsavedArgs(Guid instanceId) : ExternalDataEventArgs(instanceId);

[Serializable]
public class JobInfo
{
    public string Name { get; set; } = string.Empty;

    public Grade Grade { get; set; }
}

/// <summary>No member is declared with it.</summary>
[Serializable]
public sealed class SpecialJob : JobInfo
{
    public Dictionary<Grade, List<JobInfo>> Parts { get; } = [];
}

/// <summary>A property that objects of other assemblies have.</summary>
public static class Notes
{
    public static readonly DependencyProperty NoteProperty = DependencyProperty.RegisterAttached("Note", typeof(Grade), typeof(Notes));
}
