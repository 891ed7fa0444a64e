namespace Workflow.Persistence;

/// <summary>Why a value cannot be saved. Whoever knows where it lies makes a <see cref="SnapshotException"/> of it.</summary>
/// <param name="type">The type of the value, or of the part of it.</param>
/// <param name="why">What is wrong with it and what to do, as a sentence without its subject and its full stop.</param>
/// <param name="inner">What failed; may be null.</param>
internal sealed class UnsavableValueException(Type type, string why, Exception? inner = null) : Exception(why, inner)
{
    /// <summary>Of a value that lies deep inside another one, the innermost names say enough.</summary>
    private const int LongestPath = 200;

    private string _path = string.Empty;

    /// <summary>The sentence, after 'and'.</summary>
    public string Reason => _path.Length == 0 ? $"it {Message}" : $"its part '{_path.TrimStart('.')}', of type '{type}', {Message}";

    /// <summary>Notes a part on the way. It is called from exception filters, while the stack still stands, so that nothing is thrown again; hence it is never true.</summary>
    public bool IsHandledAt(string part)
    {
        if (_path.Length < LongestPath)
        {
            _path = part + _path;
        }

        return false;
    }
}
