namespace Workflow;

/// <summary>
/// Thrown when a bookmark is resumed with a value of another type than its activity expects (rule 8.9). The bookmark is not resumed and remains
/// outstanding.
/// </summary>
public sealed class BookmarkValueException : ArgumentException
{
    internal BookmarkValueException(string bookmarkName, string activityName, Type expectedType, object? value)
        : base($"The bookmark '{bookmarkName}' of the activity '{activityName}' expects a value of the type '{expectedType}' and was not resumed with {(value is null ? "null" : $"a '{value.GetType()}'")}; pass a value of that type.")
    {
        BookmarkName = bookmarkName;
        ExpectedType = expectedType;
        ActualType = value?.GetType();
    }

    /// <summary>The name of the bookmark.</summary>
    public string BookmarkName { get; }

    /// <summary>The type that the activity expects.</summary>
    public Type ExpectedType { get; }

    /// <summary>The type of the value; null if the value is null.</summary>
    public Type? ActualType { get; }
}
