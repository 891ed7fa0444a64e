using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Tracking;

/// <summary>Selects <see cref="WorkflowInstanceRecord"/>s. A query with the exact state takes precedence over one with "*" (rule 15.3).</summary>
/// <inheritdoc cref="TrackingQuery" path="/remarks"/>
public class WorkflowInstanceQuery : TrackingQuery
{
    private NonNullCollection<string>? _states;

    /// <summary>The <see cref="WorkflowInstanceStates"/>; "*" matches any. Empty by default, which selects no records.</summary>
    public Collection<string> States => _states ??= [];
}
