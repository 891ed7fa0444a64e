namespace Workflow.Persistence.Sql;

/// <summary>
/// The names of the values of one promotion, by the type of the column in which a value is stored; see <see cref="SqlInstanceStoreOptions.Promotions"/>.
/// </summary>
/// <remarks>
/// A value is found by its name among the values that are saved for others to read: mapped variables, write-only values of participants, initial values, and
/// outputs. A name without a namespace, such as <c>Customer</c>, matches the value with that local name; <c>{urn:shop}Customer</c> matches that value only. A
/// name has at most 200 characters and occurs once in a promotion. All lists are empty by default.
/// </remarks>
public sealed class PromotedColumns
{
    /// <summary>
    /// Gets the names of values that are stored as texts: a <see cref="string"/>, <see cref="char"/>, <see cref="Uri"/> or JSON string, of at most 400
    /// characters.
    /// </summary>
    public IList<string> Texts { get; } = [];

    /// <summary>
    /// Gets the names of values that are stored as numbers, of all types. A number that the column cannot represent exactly, such as a <see cref="decimal"/>
    /// with 20 digits, fails the save.
    /// </summary>
    public IList<string> Numbers { get; } = [];

    /// <summary>
    /// Gets the names of values that are stored as times, in UTC with microsecond precision: a <see cref="DateTime"/>, <see cref="DateTimeOffset"/> or
    /// <see cref="DateOnly"/>. A <see cref="DateTime"/> of unspecified kind is treated as UTC.
    /// </summary>
    public IList<string> Times { get; } = [];

    /// <summary>Gets the names of <see cref="bool"/> values, stored as 1 or 0.</summary>
    public IList<string> Flags { get; } = [];

    /// <summary>Gets the names of <see cref="Guid"/> values.</summary>
    public IList<string> Ids { get; } = [];
}
