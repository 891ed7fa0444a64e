using System.Text.Json;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The members of an object of the snapshot, for <c>foreach</c>. The default value is empty. A structure, because a load reads many small objects.
/// </summary>
internal readonly struct NodeMembers(SnapshotNode owner)
{
    public Enumerator GetEnumerator() => new(owner);

    public struct Enumerator(SnapshotNode owner)
    {
        private JsonElement.ObjectEnumerator _members = owner.Element.ValueKind == JsonValueKind.Object ? owner.Element.EnumerateObject() : default;

        public readonly SnapshotNode Current => new(_members.Current.Value, _members.Current.Name);

        public bool MoveNext() => _members.MoveNext();
    }
}
