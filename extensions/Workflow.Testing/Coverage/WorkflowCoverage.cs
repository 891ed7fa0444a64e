using System.Globalization;
using System.Text;
using Workflow.Tracking;

namespace Workflow.Testing;

/// <summary>
/// Counts the runs of the activities, branches and transitions of a definition in tests. Add the trace of each run, and read <see cref="NotReached"/> at the
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

    /// <summary>Creates a coverage in which all counts are zero.</summary>
    /// <param name="definition">The definition. The coverage does not run it; the runs may use other objects of the same definition.</param>
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

    /// <summary>Adds the trace of one instance.</summary>
    /// <param name="trace">The trace of the instance. Add it once, after the last step of the instance.</param>
    /// <exception cref="ArgumentNullException"><paramref name="trace"/> is null.</exception>
    /// <exception cref="ArgumentException">The trace belongs to another definition. Nothing was added.</exception>
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

    /// <summary>
    /// Draws the definition as <see cref="WorkflowDiagram.ToMermaid"/> does, with the count of each activity. Activities that were not reached, or that have a
    /// branch or transition that was not reached, are marked.
    /// </summary>
    /// <returns>A flowchart in the Mermaid language.</returns>
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

    /// <summary>Returns one line for each part, with its count. The first line contains the totals.</summary>
    /// <returns>The text.</returns>
    public override string ToString()
    {
        IReadOnlyList<CoverageItem> items = Items;
        StringBuilder text = new();
        text.Append(CultureInfo.InvariantCulture, $"{items.Count(item => item.Count > 0)} of {items.Count} reached").AppendLine();
        foreach (CoverageItem item in items)
        {
            text.Append(item.Count == 0 ? "  never" : item.Count.ToString(CultureInfo.InvariantCulture).PadLeft(7))
                .Append("  ")
                .Append(' ', 2 * item.Depth)
                .Append(item.Name);
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

    /// <summary>Returns the count of a part. A branch without an activity was taken each time that its condition ran and the other branch did not.</summary>
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
        // The key is the instance id of the machine, because several runs of a machine may overlap.
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
