using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>The outlines of the activities of a program, each computed when saved state first mentions the activity. Thread-safe.</summary>
internal sealed class OutlineTable(ProgramLayout layout)
{
    // Two threads may compute the same outline at the same time. Both are equal, so it does not matter which one is stored last.
    private readonly ActivityOutline?[] _outlines = new ActivityOutline?[layout.Program.Plans.Length];
    private readonly byte[]?[] _plain = new byte[]?[layout.Program.Plans.Length];
    private readonly ConditionalWeakTable<TypeRegistry, ConcurrentDictionary<int, byte[]>> _named = [];

    public ActivityOutline Of(int number) => _outlines[number] ??= ActivityOutline.Of(layout, number);

    /// <summary>Returns the outline as JSON, with the aliases of a host.</summary>
    public byte[] JsonOf(int number, TypeRegistry types)
    {
        if (!types.HasOwnTypes)
        {
            return _plain[number] ??= Of(number).ToJson(null);
        }

        return Of(number).NamesTypes
            ? _named.GetOrCreateValue(types).GetOrAdd(number, static (key, state) => state.Table.Of(key).ToJson(state.Types), (Table: this, Types: types))
            : _plain[number] ??= Of(number).ToJson(null);
    }
}
