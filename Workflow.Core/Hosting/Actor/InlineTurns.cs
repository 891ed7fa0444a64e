using System.Runtime.CompilerServices;

namespace Workflow.Hosting;

/// <summary>How deep turns run inside each other on a thread: instances that post to each other must not use up its stack.</summary>
internal static class InlineTurns
{
    private const int MaxDepth = 16;

    [ThreadStatic]
    private static int _nested;

    /// <summary>Whether one more may run here; if so, <see cref="Leave"/> is to follow.</summary>
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
