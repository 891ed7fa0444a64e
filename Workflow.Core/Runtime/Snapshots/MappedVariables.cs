using System.Globalization;
using System.Xml;
using System.Xml.Linq;
using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The variables with <see cref="VariableModifiers.Mapped"/> of the activities that run when an instance is saved, by their names in the store (rule 7.5.2).
/// </summary>
internal static class MappedVariables
{
    private static readonly Dictionary<XName, object?> None = [];

    /// <summary>
    /// Returns the current values; none for an instance that has ended. The instance must not be executing a work item. A definition without such variables has
    /// no cost.
    /// </summary>
    public static IReadOnlyDictionary<XName, object?> Of(InstanceState instance) =>
        instance is { HasEnded: false, Program.Mapped: { } mapped } ? Collect(instance, mapped) : None;

    private static Dictionary<XName, object?> Collect(InstanceState instance, Variable[] mapped)
    {
        ILookup<long, Variable> byScope = mapped.ToLookup(variable => variable.ScopeId);
        HashSet<string> shared = [.. mapped.GroupBy(variable => variable.Name!).Where(group => group.Skip(1).Any()).Select(group => group.Key)];
        Dictionary<XName, object?> values = [];

        // The oldest instance gets the plain name, before and after a load.
        foreach (Frame frame in Living(instance).OrderBy(frame => frame.InstanceNumber))
        {
            foreach (Variable variable in byScope[instance.Program.ScopeOf(frame.Number)])
            {
                Add(
                    values,
                    NameOf(variable, frame, shared),
                    frame,
                    new LocationInfo(variable.Name!, frame.Activity.DisplayName, frame.Own!.Slots[variable.Slot].Value));
            }
        }

        return values;
    }

    private static void Add(Dictionary<XName, object?> values, string name, Frame frame, LocationInfo value)
    {
        while (!values.TryAdd(KnownValues.Variable(name), value))
        {
            name = string.Create(CultureInfo.InvariantCulture, $"{name}-{frame.InstanceNumber}");
        }
    }

    private static string NameOf(Variable variable, Frame frame, HashSet<string> shared)
    {
        string name = XmlConvert.EncodeLocalName(variable.Name!);
        return shared.Contains(variable.Name!) ? $"{name}.{frame.Activity.Id}" : name;
    }

    private static IEnumerable<Frame> Living(InstanceState instance)
    {
        foreach (Frame root in (IEnumerable<Frame>)[instance.Root!, .. instance.KnownScopes?.SecondaryRoots ?? []])
        {
            foreach (Frame frame in FrameTree.All(root))
            {
                // Before the body runs, variables are empty or have values of an earlier instance.
                if (frame.Number != Frame.NoActivity && frame.Stage == InstanceStage.Executing)
                {
                    yield return frame;
                }
            }
        }
    }
}
