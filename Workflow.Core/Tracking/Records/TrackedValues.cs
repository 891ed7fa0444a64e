namespace Workflow.Tracking;

/// <summary>The values at the time of a record. All records of one kind share the names; the dictionary is created on first use.</summary>
internal sealed class TrackedValues(string[] names, object?[] values, bool isComplete)
{
    /// <summary>Marks a value that does not exist.</summary>
    public static readonly object Missing = new();

    public Dictionary<string, object?> ToDictionary()
    {
        Dictionary<string, object?> dictionary = new(names.Length, StringComparer.Ordinal);
        for (int i = 0; i < names.Length; i++)
        {
            if (isComplete || !ReferenceEquals(values[i], Missing))
            {
                dictionary.Add(names[i], values[i]);
            }
        }

        return dictionary;
    }
}
