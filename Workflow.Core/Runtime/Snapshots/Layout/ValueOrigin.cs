using Workflow.Data;
using Workflow.Definition;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The argument, variable or other named item that a value belongs to, for error messages. The name of a slot is looked up only when a message needs it,
/// because almost no value causes an error.
/// </summary>
internal readonly struct ValueOrigin
{
    private readonly Program? _program;
    private readonly LocationEnvironment? _environment;
    private readonly int _slot;
    private readonly ItemName _named;

    public ValueOrigin(Program program, LocationEnvironment environment, int slot)
    {
        _program = program;
        _environment = environment;
        _slot = slot;
    }

    /// <param name="kind">The kind of the item, such as an execution property.</param>
    /// <param name="name">The name of the item.</param>
    /// <param name="activity">The activity that the item belongs to; null if it belongs to the workflow instance.</param>
    public ValueOrigin(string kind, string name, Activity? activity) => _named = new ItemName(kind, name, activity);

    /// <summary>The activity that the item belongs to; null if it belongs to the workflow instance.</summary>
    public Activity? Activity => _environment is null ? _named.Activity : SlotNames.OwnerOf(_program!, _environment);

    public SnapshotException CannotSave(object value, string reason, Exception? inner = null)
    {
        ItemName name = Resolve();
        return new SnapshotException(
            $"The {name} cannot be saved because of its value of type '{value.GetType()}': {reason}.", name.Name, name.Activity?.DisplayName, inner);
    }

    public SnapshotException CannotRead(string problem, string? advice = null, Exception? inner = null)
    {
        ItemName name = Resolve();
        return ReadFailure.Create($"the {name} {problem}", name.Name, name.Activity?.DisplayName, advice, inner);
    }

    private ItemName Resolve() => _environment is null ? _named : SlotNames.Of(_program!, _environment, _slot);
}
