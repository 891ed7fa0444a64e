using System.Diagnostics.CodeAnalysis;
using System.Text;

namespace Workflow;

/// <summary>Names a workflow definition and its version, so that a saved instance continues with the definition that it was started with.</summary>
/// <remarks>
/// Immutable. Two identities are equal if their names, versions and packages are equal; names and packages are compared character by character, with
/// case. The text form is <c>Name; Version=1.2.3.4; Package=Text</c>, without the parts that are null.
/// </remarks>
public sealed class WorkflowIdentity : IEquatable<WorkflowIdentity>
{
    private const char Separator = ';';
    private const string VersionKey = "Version", PackageKey = "Package";

    /// <summary>Creates an identity with an empty name.</summary>
    public WorkflowIdentity()
    {
    }

    /// <summary>Creates an identity.</summary>
    /// <param name="name">The name.</param>
    /// <param name="version">The version; null for none.</param>
    /// <param name="package">The package; null for none.</param>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    /// <exception cref="ArgumentException">
    /// The text form cannot represent the name or the package, see <see cref="Name"/> and <see cref="Package"/>.
    /// </exception>
    public WorkflowIdentity(string name, Version? version, string? package)
    {
        Name = name;
        Version = version;
        Package = package;
    }

    /// <summary>The name; empty by default, never null.</summary>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    /// <exception cref="ArgumentException">The name has a semicolon, a control character, half of a surrogate pair, or white space at an end.</exception>
    public string Name
    {
        get;
        init
        {
            ArgumentNullException.ThrowIfNull(value);
            ThrowIfUnwritable(nameof(Name), value);
            if (value.Contains(Separator, StringComparison.Ordinal))
            {
                throw new ArgumentException($"The name '{value}' of a workflow identity has a semicolon; use another character.", nameof(value));
            }

            field = value;
        }
    }

    = string.Empty;

    /// <summary>The version; null, the default, for none.</summary>
    public Version? Version { get; init; }

    /// <summary>The origin of the definition, for example an assembly; null, the default, if it is not specified.</summary>
    /// <exception cref="ArgumentException">The package has a control character, half of a surrogate pair, or white space at an end.</exception>
    public string? Package
    {
        get;
        init
        {
            ThrowIfUnwritable(nameof(Package), value ?? string.Empty);
            field = value;
        }
    }

    /// <summary>Reads the text form.</summary>
    /// <param name="identity">The text. White space around its parts and the case of the words Version and Package are ignored.</param>
    /// <returns>The identity.</returns>
    /// <exception cref="ArgumentNullException">The text is null.</exception>
    /// <exception cref="FormatException">The text is not an identity.</exception>
    public static WorkflowIdentity Parse(string identity)
    {
        ArgumentNullException.ThrowIfNull(identity);
        return TryParse(identity, out WorkflowIdentity? result)
            ? result
            : throw new FormatException($"'{identity}' is not a workflow identity; write it as 'Name; Version=1.2.3.4; Package=Text'.");
    }

    /// <summary>Reads the text form, see <see cref="Parse"/>.</summary>
    /// <param name="identity">The text. Null is not an identity.</param>
    /// <param name="result">The identity; null if the text is not an identity.</param>
    /// <returns>True if the text is an identity.</returns>
    public static bool TryParse([NotNullWhen(true)] string? identity, [NotNullWhen(true)] out WorkflowIdentity? result)
    {
        result = null;
        if (identity is null)
        {
            return false;
        }

        string rest = TakePart(identity, out string name);
        Version? version = null;
        if (ValueOf(rest, VersionKey) is { } versionAndMore)
        {
            rest = TakePart(versionAndMore, out string versionText);
            if (!Version.TryParse(versionText, out version))
            {
                return false;
            }
        }

        // The package is the last part, so it may contain semicolons.
        string? package = ValueOf(rest, PackageKey)?.Trim();
        if ((package is null && rest.Trim().Length > 0) || HasUnwritable(name) || HasUnwritable(package ?? string.Empty))
        {
            return false;
        }

        result = new WorkflowIdentity(name, version, package);
        return true;
    }

    /// <inheritdoc/>
    public bool Equals(WorkflowIdentity? other) => other is not null && Name == other.Name && Version == other.Version && Package == other.Package;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as WorkflowIdentity);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Name, Version, Package);

    /// <summary>Returns the text form, which <see cref="Parse"/> reads.</summary>
    /// <returns>The text.</returns>
    public override string ToString()
    {
        StringBuilder text = new(Name);
        Append(VersionKey, Version?.ToString());
        Append(PackageKey, Package);
        return text.ToString();

        void Append(string key, string? value)
        {
            if (value is not null)
            {
                text.Append(Separator).Append(' ').Append(key).Append('=').Append(value);
            }
        }
    }

    /// <summary>
    /// True if both identities name the same definition in any revision: the names, the packages and the versions without the last of the four numbers
    /// are equal.
    /// </summary>
    internal bool IsRevisionOf(WorkflowIdentity other) =>
        Name == other.Name && Package == other.Package && WithoutRevision(Version) == WithoutRevision(other.Version);

    private static (int Major, int Minor, int Build)? WithoutRevision(Version? version) =>
        version is null ? null : (version.Major, version.Minor, version.Build);

    private static string TakePart(string text, out string part)
    {
        int end = text.IndexOf(Separator, StringComparison.Ordinal);
        part = (end < 0 ? text : text[..end]).Trim();
        return end < 0 ? string.Empty : text[(end + 1)..];
    }

    /// <summary>Returns the text after 'key='; null if the text does not begin with it.</summary>
    private static string? ValueOf(string text, string key)
    {
        ReadOnlySpan<char> rest = text.AsSpan().TrimStart();
        if (!rest.StartsWith(key, StringComparison.OrdinalIgnoreCase))
        {
            return null;
        }

        rest = rest[key.Length..].TrimStart();
        return rest.StartsWith("=") ? rest[1..].ToString() : null;
    }

    private static void ThrowIfUnwritable(string property, string value)
    {
        if (value.Length != value.Trim().Length || HasUnwritable(value))
        {
            throw new ArgumentException(
                $"The {property} '{value}' of a workflow identity has a control character, half of a surrogate pair, or white space at an end; remove it.",
                nameof(value));
        }
    }

    /// <summary>
    /// True if the text has a control character or half of a surrogate pair. UTF-8 cannot represent half of a surrogate pair, so no store would keep it.
    /// </summary>
    private static bool HasUnwritable(string text)
    {
        for (int i = 0; i < text.Length; i++)
        {
            if (char.IsSurrogatePair(text, i))
            {
                i++;
            }
            else if (char.IsControl(text[i]) || char.IsSurrogate(text[i]))
            {
                return true;
            }
        }

        return false;
    }
}
