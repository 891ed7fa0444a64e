using System.Collections;

namespace Workflow.Statements;

/// <summary>The remaining values of a loop that was saved, for a collection whose order may differ after a load or that was changed before the save.</summary>
/// <param name="rest">The values.</param>
/// <param name="loaded">The enumerator of the loaded collection, so that a change of the collection ends the loop as without a save.</param>
/// <param name="isChanged">Whether the collection was changed, so that the next step fails, as without the save.</param>
internal sealed class RemainingValues<T>(IReadOnlyList<T?> rest, IEnumerator<T> loaded, bool isChanged) : IEnumerator<T>
{
    private int _at = -1;

    public T Current => rest[_at]!;

    object? IEnumerator.Current => Current;

    /// <summary>Whether the next step fails. It may be called only before that step, for which the position in the loaded collection does not matter.</summary>
    public bool IsChanged => isChanged || !CanGoOn();

    /// <summary>The values that were not used yet.</summary>
    public IEnumerable<object?> Rest => rest.Skip(_at + 1).Cast<object?>();

    /// <summary>The enumerator of the loop, which it disposes at its end.</summary>
    public static IEnumerator<T> Of(IReadOnlyList<T?> rest, IEnumerator<T> loaded, bool isChanged) => new RemainingValues<T>(rest, loaded, isChanged);

    public bool MoveNext()
    {
        if (isChanged)
        {
            throw new InvalidOperationException("The values of a loop were changed during the enumeration; enumerate a copy of them.");
        }

        loaded.MoveNext();
        return ++_at < rest.Count;
    }

    public void Reset() => throw new NotSupportedException();

    public void Dispose() => loaded.Dispose();

    private bool CanGoOn()
    {
        try
        {
            loaded.MoveNext();
            return true;
        }
        catch (InvalidOperationException)
        {
            return false;
        }
    }
}
