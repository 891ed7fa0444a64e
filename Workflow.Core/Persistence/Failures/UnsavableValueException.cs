namespace Workflow.Persistence;

/// <summary>The reason why a value cannot be saved. The caller that has the name of the value throws a <see cref="SnapshotException"/> instead.</summary>
/// <param name="type">The type of the value or of its part.</param>
/// <param name="why">The problem and the advice, as a sentence without its subject and full stop.</param>
/// <param name="inner">The cause; may be null.</param>
internal sealed class UnsavableValueException(Type type, string why, Exception? inner = null) : Exception(why, inner)
{
    /// <summary>The maximum length of the path of a deeply nested part, in characters; the innermost names are sufficient.</summary>
    private const int LongestPath = 200;

    private string _path = string.Empty;

    /// <summary>The sentence without its full stop, for a message that already names the value.</summary>
    public string Reason => _path.Length == 0 ? $"it {Message}" : $"its part '{_path.TrimStart('.')}', of type '{type}', {Message}";

    /// <summary>
    /// Adds a part to the path and returns false. Exception filters call this method, so that the exception is not thrown again and keeps its stack trace.
    /// </summary>
    public bool IsHandledAt(string part)
    {
        if (_path.Length < LongestPath)
        {
            _path = part + _path;
        }

        return false;
    }
}
