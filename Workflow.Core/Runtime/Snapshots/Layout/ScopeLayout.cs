using System.Globalization;
using Workflow.Definition;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The unique names of the arguments and variables of one scope. Saved state contains these names in ordinal order, and no slots, so that it does not depend on
/// the order of the slots.
/// </summary>
internal sealed class ScopeLayout
{
    private readonly Dictionary<string, int> _slots = new(StringComparer.Ordinal);
    private readonly string[] _names;
    private readonly bool[] _isVariable;

    private ScopeLayout(int count)
    {
        _names = new string[count];
        _isVariable = new bool[count];
    }

    /// <summary>The slots of the arguments, ordered by their names.</summary>
    public int[] Arguments { get; private set; } = [];

    /// <summary>The slots of the variables, ordered by their names.</summary>
    public int[] Variables { get; private set; } = [];

    /// <summary>Creates the layout for the scope of an activity.</summary>
    /// <param name="plan">The activity.</param>
    /// <param name="count">The number of its slots.</param>
    /// <param name="variables">Its variables in the order of their declaration.</param>
    public static ScopeLayout Of(ActivityPlan plan, int count, IEnumerable<Variable> variables)
    {
        ScopeLayout layout = new(count);
        foreach (RuntimeArgument argument in plan.Declared ?? [])
        {
            layout.Add(argument.Name, argument.Slot, 0, isVariable: false);
        }

        int position = 0;
        foreach (Variable variable in variables)
        {
            layout.Add(variable.Name, variable.Slot, ++position, isVariable: true);
        }

        return layout.Sort();
    }

    /// <summary>Creates the layout for the arguments of a delegate.</summary>
    public static ScopeLayout Of(in DelegatePlan plan, int count)
    {
        ScopeLayout layout = new(count);
        int position = 0;
        foreach (RuntimeDelegateArgument parameter in plan.Delegate?.Parameters ?? [])
        {
            position++;
            if (parameter.BoundArgument is { } bound)
            {
                layout.Add(parameter.Name, bound.Slot, position, isVariable: false);
            }
        }

        return layout.Sort();
    }

    public string NameOf(int slot) => _names[slot];

    public bool TryFind(string name, out int slot) => _slots.TryGetValue(name, out slot);

    public bool TryFind(string name, bool isVariable, out int slot) => _slots.TryGetValue(name, out slot) && _isVariable[slot] == isVariable;

    /// <summary>Adds an item. An item without a name is named by its position. A variable with the name of an argument gets its position appended.</summary>
    private void Add(string? name, int slot, int position, bool isVariable)
    {
        if ((uint)slot >= (uint)_names.Length || _names[slot] is not null)
        {
            // The declaration now belongs to another workflow; no instance that is saved uses it.
            return;
        }

        string numbered = string.Create(CultureInfo.InvariantCulture, $"{name}#{position}");
        string unique = string.IsNullOrEmpty(name) || _slots.ContainsKey(name) ? numbered : name;
        while (!_slots.TryAdd(unique, slot))
        {
            unique += "#";
        }

        _names[slot] = unique;
        _isVariable[slot] = isVariable;
    }

    private ScopeLayout Sort()
    {
        int[] slots = [.. Enumerable.Range(0, _names.Length).Where(slot => _names[slot] is not null).OrderBy(slot => _names[slot], StringComparer.Ordinal)];
        Arguments = Array.FindAll(slots, slot => !_isVariable[slot]);
        Variables = Array.FindAll(slots, slot => _isVariable[slot]);
        return this;
    }
}
