using System.Xml;
using System.Xml.Linq;

namespace Workflow.Persistence.Sql;

/// <summary>The values of one promotion, each with the column in which it is stored; see <see cref="SqlInstanceStoreOptions.Promote"/>.</summary>
/// <remarks>
/// A value is found by its name among the values that are saved for others to read: mapped variables, write-only values of participants, initial values, and
/// outputs. A name without a namespace, such as <c>Customer</c>, matches the value with that local name; <c>{urn:shop}Customer</c> matches that value only.
/// Each method returns this object.
/// </remarks>
public sealed class PromotedColumns
{
    private readonly List<PromotedColumn> _columns = [];

    internal PromotedColumns()
    {
    }

    internal IReadOnlyList<PromotedColumn> Columns => _columns;

    /// <summary>Promotes texts: a <see cref="string"/>, <see cref="char"/>, <see cref="Uri"/> or JSON string, of at most 400 characters.</summary>
    /// <param name="name">The name of the saved value.</param>
    /// <returns>This object.</returns>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    /// <exception cref="ArgumentException">The name is not valid.</exception>
    public PromotedColumns Text(string name) => Add(name, PromotedType.Text);

    /// <summary>
    /// Promotes numbers of all types. A number that the column cannot represent exactly, such as a <see cref="decimal"/> with 20 digits, fails the save.
    /// </summary>
    /// <param name="name">The name of the saved value.</param>
    /// <returns>This object.</returns>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    /// <exception cref="ArgumentException">The name is not valid.</exception>
    public PromotedColumns Number(string name) => Add(name, PromotedType.Number);

    /// <summary>
    /// Promotes times, stored in UTC with microsecond precision: a <see cref="DateTime"/>, <see cref="DateTimeOffset"/> or <see cref="DateOnly"/>. A
    /// <see cref="DateTime"/> of unspecified kind is treated as UTC.
    /// </summary>
    /// <param name="name">The name of the saved value.</param>
    /// <returns>This object.</returns>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    /// <exception cref="ArgumentException">The name is not valid.</exception>
    public PromotedColumns Time(string name) => Add(name, PromotedType.Time);

    /// <summary>Promotes a <see cref="bool"/>, stored as 1 or 0.</summary>
    /// <param name="name">The name of the saved value.</param>
    /// <returns>This object.</returns>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    /// <exception cref="ArgumentException">The name is not valid.</exception>
    public PromotedColumns Flag(string name) => Add(name, PromotedType.Flag);

    /// <summary>Promotes a <see cref="Guid"/>.</summary>
    /// <param name="name">The name of the saved value.</param>
    /// <returns>This object.</returns>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    /// <exception cref="ArgumentException">The name is not valid.</exception>
    public PromotedColumns Id(string name) => Add(name, PromotedType.Id);

    private PromotedColumns Add(string name, PromotedType type)
    {
        ArgumentNullException.ThrowIfNull(name);
        try
        {
            _columns.Add(new PromotedColumn(name, XName.Get(name), name.StartsWith('{'), type));
            return this;
        }
        catch (Exception failure) when (failure is XmlException or ArgumentException)
        {
            throw new ArgumentException(
                $"'{name}' is not the name of a saved value; write a name such as 'Customer', or '{{urn:shop}}Customer' with its namespace.",
                nameof(name),
                failure);
        }
    }
}
