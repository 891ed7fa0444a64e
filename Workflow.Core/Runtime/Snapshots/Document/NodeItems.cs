using System.Text.Json;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The elements of an array of the snapshot, for <c>foreach</c>. The default value is empty. A structure, because a load reads many short arrays.
/// </summary>
internal readonly struct NodeItems(SnapshotNode array)
{
    public Enumerator GetEnumerator() => new(array);

    public struct Enumerator(SnapshotNode array)
    {
        private JsonElement.ArrayEnumerator _items = array.Element.ValueKind == JsonValueKind.Array ? array.Element.EnumerateArray() : default;

        public readonly SnapshotNode Current => new(_items.Current, array.Name);

        public bool MoveNext() => _items.MoveNext();
    }
}
