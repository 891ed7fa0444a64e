using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Tracking;

/// <summary>
/// Selects <see cref="ActivityStateRecord"/>s and the values in them. A query with the name of the activity takes precedence over one with "*" (rule 15.3).
/// </summary>
/// <inheritdoc cref="TrackingQuery" path="/remarks"/>
public class ActivityStateQuery : TrackingQuery
{
    private NonNullCollection<string>? _arguments;
    private NonNullCollection<string>? _states;
    private NonNullCollection<string>? _variables;

    /// <summary>The display name of the activities; "*", the default, matches any. A participant with a query without a name is rejected.</summary>
    public string ActivityName { get; set; } = "*";

    /// <summary>The arguments to add to the record, by name; "*" means all. Empty by default.</summary>
    public Collection<string> Arguments => _arguments ??= [];

    /// <summary>
    /// The variables to add to the record, by name: those of the activity, then those of its ancestors; "*" means all of the activity. Empty by default.
    /// </summary>
    public Collection<string> Variables => _variables ??= [];

    /// <summary>The <see cref="ActivityStates"/>; "*" matches any. Empty by default, which selects no records.</summary>
    public Collection<string> States => _states ??= [];
}
