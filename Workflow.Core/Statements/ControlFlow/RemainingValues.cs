using System.Collections;

namespace Workflow.Statements;

/// <summary>The values that a loop had before it when it was saved, of a collection that may come back in another order, or that was changed before the save.</summary>
/// <param name="rest">The values.</param>
/// <param name="loaded">Goes through the loaded collection, so that a change of it ends the loop as ever.</param>
/// <param name="isChanged">The collection had been changed: as without the save, the next step fails.</param>
internal sealed class RemainingValues<T>(IReadOnlyList<T?> rest, IEnumerator<T> loaded, bool isChanged) : IEnumerator<T>
{
    private int _at = -1;

    public T Current => rest[_at]!;

    object? IEnumerator.Current => Current;

    /// <summary>The next step is going to fail. It may be asked before that step only, for which the place in the loaded collection does not matter.</summary>
    public bool IsChanged => isChanged || !CanGoOn();

    /// <summary>Those that have not been taken yet.</summary>
    public IEnumerable<object?> Rest => rest.Skip(_at + 1).Cast<object?>();

    /// <summary>What the loop goes through, and disposes when it ends.</summary>
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
