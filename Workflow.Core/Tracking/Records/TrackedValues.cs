namespace Workflow.Tracking;

/// <summary>Values as they were when a record was made. Names are shared by all records of one kind; the dictionary is made for whoever looks.</summary>
internal sealed class TrackedValues(string[] names, object?[] values, bool isComplete)
{
    /// <summary>Stands in the place of a value that there was not.</summary>
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
