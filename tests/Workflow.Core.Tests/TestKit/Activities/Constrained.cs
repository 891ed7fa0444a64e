using Workflow.Validation;

namespace Workflow.Core.Tests.TestKit;

/// <summary>A native activity with children and constraints. Runs its children, and logs each call of <c>CacheMetadata</c>.</summary>
internal sealed class Constrained : NativeActivity
{
    private readonly Log _log;
    private readonly Activity[] _children;

    public Constrained(Log log, string name, params Activity[] children)
    {
        _log = log;
        _children = children;
        DisplayName = name;
    }

    public List<string> Errors { get; } = [];

    public Constrained With(params Constraint[] constraints)
    {
        foreach (Constraint constraint in constraints)
        {
            Constraints.Add(constraint);
        }

        return this;
    }

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        _log.Add($"{DisplayName} declares");
        Errors.ForEach(metadata.AddValidationError);
        Array.ForEach(_children, metadata.AddChild);
    }

    protected override void Execute(NativeActivityContext context) => Array.ForEach(_children, child => context.ScheduleActivity(child));
}
