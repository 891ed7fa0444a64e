using System.Runtime.CompilerServices;

namespace Workflow.Hosting;

/// <summary>Limits the nesting of turns on one thread, so that instances that post to each other do not exhaust its stack.</summary>
internal static class InlineDepth
{
    private const int MaxDepth = 16;

    [ThreadStatic]
    private static int _nested;

    /// <summary>Enters one more level; returns false if no more are allowed on this thread. After true, the caller must call <see cref="Leave"/>.</summary>
    public static bool TryEnter()
    {
        if (_nested == MaxDepth || !RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            return false;
        }

        _nested++;
        return true;
    }

    public static void Leave() => _nested--;
}
