using Workflow.Data;
using Workflow.Definition;
using Workflow.Runtime.State;
using Workflow.Tracking;

namespace Workflow.Runtime.Reporting;

/// <summary>The values in the records of one state of one activity, as a query names them. Their slots are found once, and read in each run.</summary>
internal sealed class ValueReport
{
    private const string All = "*";

    private readonly Place[] _arguments;
    private readonly Place[] _variables;
    private readonly string[] _argumentNames;
    private readonly string[] _variableNames;

    private ValueReport(Place[] arguments, Place[] variables)
    {
        _arguments = arguments;
        _variables = variables;
        _argumentNames = Array.ConvertAll(arguments, place => place.Name);
        _variableNames = Array.ConvertAll(variables, place => place.Name);
    }

    /// <summary>Returns the values that the query names; null if the activity has none of them.</summary>
    public static ValueReport? For(Program program, ActivityPlan plan, ActivityStateQuery query, ActivityInstanceState state)
    {
        Place[] arguments = query.Arguments.Count == 0 ? [] : [.. ArgumentsOf(program, plan, query.Arguments, state)];
        Place[] variables = query.Variables.Count == 0 ? [] : [.. VariablesOf(plan, query.Variables)];
        return arguments.Length + variables.Length == 0 ? null : new ValueReport(arguments, variables);
    }

    /// <summary>
    /// Adds the current values to a record. If the preparation of the instance did not complete, values that it does not have yet are omitted.
    /// </summary>
    public void Fill(ActivityStateRecord record, Frame frame, InstanceStage stage)
    {
        HashSet<int>? unfilled = PreparedSlots.FindUnfilled(frame, stage);
        record.Hold(
            _arguments.Length > 0 && stage > InstanceStage.Created ? Read(_arguments, _argumentNames, frame, unfilled) : null,
            _variables.Length > 0 ? Read(_variables, _variableNames, frame, unfilled) : null);
    }

    /// <summary>Returns the named arguments. Out arguments are omitted while the activity executes, because they have no final value yet.</summary>
    private static IEnumerable<Place> ArgumentsOf(Program program, ActivityPlan plan, ICollection<string> names, ActivityInstanceState state)
    {
        if ((plan.Flags & PlanFlags.IsShipped) != 0 && !plan.Activity.GetType().IsVisible)
        {
            // A part of a shipped activity, such as a branch of Pick: its author gave it a name, but no arguments.
            return [];
        }

        bool wantsAll = names.Contains(All);
        return (plan.Declared ?? [])
            .Where(argument => (wantsAll || names.Contains(argument.Name!))
                && (argument.Direction != ArgumentDirection.Out || state != ActivityInstanceState.Executing))
            .Select(argument => new Place(argument.Name!, program.ScopeOf(plan.Number), argument.Slot, true));
    }

    /// <summary>
    /// Returns the named variables. "*" stands for the activity's own variables; a name stands for the innermost variable of that name, on the activity or
    /// around it in the same implementation.
    /// </summary>
    private static IEnumerable<Place> VariablesOf(ActivityPlan plan, ICollection<string> names)
    {
        Dictionary<string, Place> found = new(StringComparer.Ordinal);
        bool wantsAll = names.Contains(All);
        for (LocationReferenceEnvironment? scope = plan.Scope; scope is not null; scope = scope.Parent)
        {
            foreach (Variable variable in scope.GetLocationReferences().OfType<Variable>())
            {
                bool isOwn = ReferenceEquals(variable.Owner, plan.Activity);
                bool isNamed = variable.Name is { Length: > 0 } name && (names.Contains(name) || (isOwn && wantsAll));
                if (isNamed && ReferenceEquals(variable.Owner?.Space, plan.Activity.Space))
                {
                    found.TryAdd(variable.Name!, new Place(variable.Name!, variable.ScopeId, variable.Slot, isOwn));
                }
            }
        }

        return found.Values;
    }

    private static TrackedValues Read(Place[] places, string[] names, Frame frame, HashSet<int>? unfilled)
    {
        object?[] values = new object?[places.Length];
        bool isComplete = true;
        for (int i = 0; i < places.Length; i++)
        {
            values[i] = Read(places[i], frame, unfilled);
            isComplete &= !ReferenceEquals(values[i], TrackedValues.Missing);
        }

        return new TrackedValues(names, values, isComplete);
    }

    private static object? Read(in Place place, Frame frame, HashSet<int>? unfilled)
    {
        LocationEnvironment? environment = place.IsOwn ? frame.Own : frame.Environment?.Find(place.ScopeId);
        if (environment is null || (place.IsOwn && unfilled?.Contains(place.Slot) == true))
        {
            return TrackedValues.Missing;
        }

        try
        {
            return environment.Slots[place.Slot].Value;
        }
        catch (Exception exception)
        {
            // The location is of the author's own class: a failure to read it must not become a fault of the workflow.
            DiagnosticsSource.Log.ValueUnreadable(place.Name, frame.Activity.DisplayName, exception);
            return TrackedValues.Missing;
        }
    }

    private readonly record struct Place(string Name, long ScopeId, int Slot, bool IsOwn);
}
