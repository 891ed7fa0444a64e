namespace Workflow.Definition;

/// <summary>Slots that are cleared together, as plans keep them.</summary>
internal static class SlotSet
{
    /// <summary>Those of one slot are shared: nearly all activities have such a set, and some have two.</summary>
    private static readonly int[][] Single = [[0], [1], [2], [3], [4], [5], [6], [7]];

    /// <summary>The slots as an array that nobody changes; null for none.</summary>
    public static int[]? Of(List<int>? slots) => slots switch
    {
        null or [] => null,
        [int slot] when slot < Single.Length => Single[slot],
        _ => [.. slots],
    };
}
