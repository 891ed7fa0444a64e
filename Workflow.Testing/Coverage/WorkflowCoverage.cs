using System.Globalization;
using System.Text;
using Workflow.Tracking;

namespace Workflow.Testing;

/// <summary>
/// Counts which activities, branches and transitions of a definition the tests have reached. Add the trace of each run, and read <see cref="NotReached"/> at the
/// end.
/// </summary>
/// <example>
/// <code>
/// WorkflowCoverage coverage = new(new Order());
/// coverage.Add(WorkflowTest.Run(new Order()).Trace);
/// Assert.Empty(coverage.NotReached);
/// </code>
/// </example>
/// <remarks>Thread-safe, so that tests that run at the same time can share it.</remarks>
public sealed class WorkflowCoverage
{
    private readonly Lock _gate = new();
    private readonly Activity _definition;
    private readonly CoveredDefinition _parts;

    /// <summary>Creates a coverage of zero.</summary>
    /// <param name="definition">The definition. It is not run; the runs may use other objects of the same definition.</param>
    /// <exception cref="ArgumentNullException"><paramref name="definition"/> is null.</exception>
    /// <exception cref="InvalidWorkflowException">The definition is invalid.</exception>
    public WorkflowCoverage(Activity definition)
    {
        ArgumentNullException.ThrowIfNull(definition);
        _definition = definition;
        _parts = new CoveredDefinition(definition);
    }

    /// <summary>All parts with their counts so far, in the order of the definition.</summary>
    public IReadOnlyList<CoverageItem> Items
    {
        get
        {
            lock (_gate)
            {
                return [.. _parts.Parts.Select(part => new CoverageItem(part.Kind, part.Id, part.Name, part.Depth, CountOf_NeedsLock(part)))];
            }
        }
    }

    /// <summary>The parts that no run has reached.</summary>
    public IReadOnlyList<CoverageItem> NotReached => [.. Items.Where(item => item.Count == 0)];

    /// <summary>Adds what one instance did.</summary>
    /// <param name="trace">The trace of the instance. Add it once, when the instance has done all that the test wants of it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="trace"/> is null.</exception>
    /// <exception cref="ArgumentException">The trace is of another definition. Nothing was added.</exception>
    public void Add(WorkflowTrace trace)
    {
        ArgumentNullException.ThrowIfNull(trace);
        ActivityStateRecord[] runs = [.. trace.Records.OfType<ActivityStateRecord>().Where(record => record.State == ActivityStates.Executing)];
        lock (_gate)
        {
            foreach (ActivityStateRecord run in runs)
            {
                Check(run, nameof(trace));
            }

            foreach (ActivityStateRecord run in runs)
            {
                if (_parts.FindActivity(run.Activity.Id) is { } part)
                {
                    part.Count++;
                }
            }

            foreach (ActivityStateRecord record in trace.Records.OfType<ActivityStateRecord>())
            {
                _parts.FindChoice(record.Activity.Id)?.Count(record);
            }

            AddTransitions_NeedsLock(trace);
        }
    }

    /// <summary>Draws the definition as <see cref="WorkflowDiagram.ToMermaid"/> does, with the count of each activity; those that were not reached are marked.</summary>
    /// <returns>A flowchart in the language of Mermaid.</returns>
    public string ToMermaid()
    {
        Dictionary<string, int> counts = Items.Where(item => item.Kind == CoverageKind.Activity).ToDictionary(item => item.Id, item => item.Count);
        ILookup<string, CoverageItem> others = Items.Where(item => item.Kind != CoverageKind.Activity).ToLookup(item => item.Id);
        return WorkflowDiagram.ToMermaid(_definition, new WorkflowDiagramOptions
        {
            IsMarked = activity => counts.TryGetValue(activity.Id!, out int count) && (count == 0 || others[activity.Id!].Any(item => item.Count == 0)),
            Note = activity => counts.TryGetValue(activity.Id!, out int count)
                ? string.Join('\n', others[activity.Id!].Select(item => $"{item.Name}: {Times(item.Count)}").Prepend(Times(count)))
                : null,
        });
    }

    /// <summary>One line for each part, with its count. The first line has the totals.</summary>
    /// <returns>The text.</returns>
    public override string ToString()
    {
        IReadOnlyList<CoverageItem> items = Items;
        StringBuilder text = new();
        text.Append(CultureInfo.InvariantCulture, $"{items.Count(item => item.Count > 0)} of {items.Count} reached").AppendLine();
        foreach (CoverageItem item in items)
        {
            text.Append(item.Count == 0 ? "  never" : item.Count.ToString(CultureInfo.InvariantCulture).PadLeft(7)).Append("  ").Append(' ', 2 * item.Depth).Append(item.Name);
            text.AppendLine(item.Kind == CoverageKind.Activity ? $" ({item.Id})" : string.Empty);
        }

        return text.ToString();
    }

    private static string Times(int count) => count == 0 ? "never" : string.Create(CultureInfo.InvariantCulture, $"{count}×");

    private void Check(ActivityStateRecord run, string parameter)
    {
        if (_parts.FindActivity(run.Activity.Id) is { } part && part.Name != run.Activity.Name)
        {
            throw new ArgumentException(
                $"The trace is of another definition: the activity {run.Activity.Id} is '{run.Activity.Name}' there and '{part.Name}' here; create the coverage with the definition of the run.",
                parameter);
        }
    }

    /// <summary>A branch without an activity was taken as often as its condition ran without the other branch.</summary>
    private int CountOf_NeedsLock(CoveredPart part)
    {
        if (part.Of is not { } condition)
        {
            return part.Count;
        }

        int all = _parts.FindActivity(condition.Id!)!.Count;
        return part.Others is { Id: { } other } && _parts.FindActivity(other) is { } taken ? Math.Max(0, all - taken.Count) : all;
    }

    private void AddTransitions_NeedsLock(WorkflowTrace trace)
    {
        // By the run of the machine: several may run at the same time.
        Dictionary<string, string> states = [];
        foreach (ActivityScheduledRecord record in trace.Records.OfType<ActivityScheduledRecord>())
        {
            // The children of a machine are its states.
            if (record.Activity is { } machine && _parts.IsMachine(machine.Id))
            {
                string state = record.Child.Name;
                if (states.TryGetValue(machine.InstanceId, out string? from) && _parts.FindTransition(machine.Id, from, state) is { } transition)
                {
                    transition.Count++;
                }

                states[machine.InstanceId] = state;
            }
        }
    }
}
