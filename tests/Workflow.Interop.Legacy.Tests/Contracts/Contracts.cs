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

/// <summary>Has no Serializable attribute.</summary>
public sealed class UnsavedArgs(Guid instanceId) : ExternalDataEventArgs(instanceId);

[Serializable]
public class JobInfo
{
    public string Name { get; set; } = string.Empty;

    public Grade Grade { get; set; }
}

/// <summary>A subclass that no member names as its type.</summary>
[Serializable]
public sealed class SpecialJob : JobInfo
{
    public Dictionary<Grade, List<JobInfo>> Parts { get; } = [];
}

/// <summary>An attached property for objects of other assemblies.</summary>
public static class Notes
{
    public static readonly DependencyProperty NoteProperty = DependencyProperty.RegisterAttached("Note", typeof(Grade), typeof(Notes));
}
