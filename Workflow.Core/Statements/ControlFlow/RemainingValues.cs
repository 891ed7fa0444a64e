using System.Collections;

namespace Workflow.Statements;

/// <summary>The remaining values of a loop that was saved, for a collection whose order may differ after a load or that was changed before the save.</summary>
/// <param name="rest">The remaining values.</param>
/// <param name="loaded">The enumerator of the loaded collection, so that a change of the collection makes the loop fail, as it does without a save.</param>
/// <param name="isChanged">True if the collection was changed before the save, so that the next step fails, as it does without a save.</param>
internal sealed class RemainingValues<T>(IReadOnlyList<T?> rest, IEnumerator<T> loaded, bool isChanged) : IEnumerator<T>
{
    private int _at = -1;

    public T Current => rest[_at]!;

    object? IEnumerator.Current => Current;

    /// <summary>
    /// True if the next step fails. The check advances the enumerator of the loaded collection, whose position does not matter for that step.
    /// </summary>
    public bool IsChanged => isChanged || !CanGoOn();

    /// <summary>The values that were not used yet.</summary>
    public IEnumerable<object?> Rest => rest.Skip(_at + 1).Cast<object?>();

    /// <summary>Creates the enumerator for the loop, which disposes it at its end.</summary>
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
