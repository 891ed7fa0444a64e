using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Tracking;

/// <summary>Asks for <see cref="ActivityStateRecord"/>s, and for values to put into them; a query with the name of the activity counts before one with "*" (rule 15.3).</summary>
/// <inheritdoc cref="TrackingQuery" path="/remarks"/>
public class ActivityStateQuery : TrackingQuery
{
    private NonNullCollection<string>? _arguments;
    private NonNullCollection<string>? _states;
    private NonNullCollection<string>? _variables;

    /// <summary>The display name of the activities; "*", the default, means any. Without a name the participant is refused.</summary>
    public string ActivityName { get; set; } = "*";

    /// <summary>The arguments whose values are wanted, by name; "*" means all. Empty by default: none.</summary>
    public Collection<string> Arguments => _arguments ??= [];

    /// <summary>The variables whose values are wanted, by name: the activity's, then those of the activities around it; "*" means all of the activity's. Empty by default: none.</summary>
    public Collection<string> Variables => _variables ??= [];

    /// <summary>The <see cref="ActivityStates"/>; "*" means any. Empty by default, which asks for none.</summary>
    public Collection<string> States => _states ??= [];
}
