using Workflow.Data;
using Workflow.Definition;
using Workflow.Runtime.State;
using Workflow.Tracking;

namespace Workflow.Runtime.Reporting;

/// <summary>The values in the records of one state of one activity, as a query names them. Their slots are found once, and read in each run.</summary>
internal sealed class ValueReport
{
    private const string All = "*";

    private readonly ReportedSlot[] _arguments;
    private readonly ReportedSlot[] _variables;
    private readonly string[] _argumentNames;
    private readonly string[] _variableNames;

    private ValueReport(ReportedSlot[] arguments, ReportedSlot[] variables)
    {
        _arguments = arguments;
        _variables = variables;
        _argumentNames = Array.ConvertAll(arguments, slot => slot.Name);
        _variableNames = Array.ConvertAll(variables, slot => slot.Name);
    }

    /// <summary>Returns the values that the query names; null if the activity has none of them.</summary>
    public static ValueReport? For(Program program, ActivityPlan plan, ActivityStateQuery query, ActivityInstanceState state)
    {
        ReportedSlot[] arguments = query.Arguments.Count == 0 ? [] : [.. ArgumentsOf(program, plan, query.Arguments, state)];
        ReportedSlot[] variables = query.Variables.Count == 0 ? [] : [.. VariablesOf(plan, query.Variables)];
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
    private static IEnumerable<ReportedSlot> ArgumentsOf(Program program, ActivityPlan plan, ICollection<string> names, ActivityInstanceState state)
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
            .Select(argument => new ReportedSlot(argument.Name!, program.ScopeOf(plan.Number), argument.Slot, true));
    }

    /// <summary>
    /// Returns the named variables. "*" stands for the activity's own variables; a name stands for the innermost variable of that name, on the activity or
    /// around it in the same implementation.
    /// </summary>
    private static IEnumerable<ReportedSlot> VariablesOf(ActivityPlan plan, ICollection<string> names)
    {
        Dictionary<string, ReportedSlot> found = new(StringComparer.Ordinal);
        bool wantsAll = names.Contains(All);
        for (LocationReferenceEnvironment? scope = plan.Scope; scope is not null; scope = scope.Parent)
        {
            foreach (Variable variable in scope.GetLocationReferences().OfType<Variable>())
            {
                bool isOwn = ReferenceEquals(variable.Owner, plan.Activity);
                bool isNamed = variable.Name is { Length: > 0 } name && (names.Contains(name) || (isOwn && wantsAll));
                if (isNamed && ReferenceEquals(variable.Owner?.Space, plan.Activity.Space))
                {
                    found.TryAdd(variable.Name!, new ReportedSlot(variable.Name!, variable.ScopeId, variable.Slot, isOwn));
                }
            }
        }

        return found.Values;
    }

    private static TrackedValues Read(ReportedSlot[] slots, string[] names, Frame frame, HashSet<int>? unfilled)
    {
        object?[] values = new object?[slots.Length];
        bool isComplete = true;
        for (int i = 0; i < slots.Length; i++)
        {
            values[i] = Read(slots[i], frame, unfilled);
            isComplete &= !ReferenceEquals(values[i], TrackedValues.Missing);
        }

        return new TrackedValues(names, values, isComplete);
    }

    private static object? Read(in ReportedSlot slot, Frame frame, HashSet<int>? unfilled)
    {
        LocationEnvironment? environment = slot.IsOwn ? frame.Own : frame.Environment?.Find(slot.ScopeId);
        if (environment is null || (slot.IsOwn && unfilled?.Contains(slot.Slot) == true))
        {
            return TrackedValues.Missing;
        }

        try
        {
            return environment.Slots[slot.Slot].Value;
        }
        catch (Exception exception)
        {
            // The location is of the author's own class: a failure to read it must not become a fault of the workflow.
            DiagnosticsSource.Log.ValueUnreadable(slot.Name, frame.Activity.DisplayName, exception);
            return TrackedValues.Missing;
        }
    }

    private readonly record struct ReportedSlot(string Name, long ScopeId, int Slot, bool IsOwn);
}
