using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Tracking;

/// <summary>Asks for <see cref="WorkflowInstanceRecord"/>s; a query with the very state counts before one with "*" (rule 15.3).</summary>
/// <inheritdoc cref="TrackingQuery" path="/remarks"/>
public class WorkflowInstanceQuery : TrackingQuery
{
    private NonNullCollection<string>? _states;

    /// <summary>The <see cref="WorkflowInstanceStates"/>; "*" means any. Empty by default, which asks for none.</summary>
    public Collection<string> States => _states ??= [];
}
