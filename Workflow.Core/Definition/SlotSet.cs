namespace Workflow.Definition;

/// <summary>Creates the arrays of slots that are cleared together.</summary>
internal static class SlotSet
{
    /// <summary>The shared arrays with one slot: nearly all activities have such a set, and some have two.</summary>
    private static readonly int[][] Single = [[0], [1], [2], [3], [4], [5], [6], [7]];

    /// <summary>Returns the slots as an array that must not be changed; null for none.</summary>
    public static int[]? Of(List<int>? slots) => slots switch
    {
        null or [] => null,
        [int slot] when slot < Single.Length => Single[slot],
        _ => [.. slots],
    };
}
