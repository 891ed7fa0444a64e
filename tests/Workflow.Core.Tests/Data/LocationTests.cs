namespace Workflow.Core.Tests.Data;

/// <summary>Locations that no activity declares.</summary>
public sealed class LocationTests
{
    [Fact]
    public void Value_OfANewLocation_IsTheDefault()
    {
        Assert.Equal(0, new Location<int>().Value);
        Assert.Null(new Location<string>().Value);
        Assert.Equal(typeof(string), new Location<string>().LocationType);
    }

    [Fact]
    public void Value_ThroughTheUntypedProperty_IsTheSame()
    {
        Location<int> typed = new();
        Location untyped = typed;
        untyped.Value = 5;
        Assert.Equal(5, typed.Value);
        typed.Value = 6;
        Assert.Equal(6, untyped.Value);
    }

    [Theory]
    [InlineData((short)5)]
    [InlineData((byte)5)]
    [InlineData('\u0005')]
    public void Value_OfASmallerNumber_IsWidened(object value)
    {
        Location place = new Location<int>();
        place.Value = value;
        Assert.Equal(5, place.Value);
    }

    [Theory]
    [InlineData(5L)]
    [InlineData("5")]
    [InlineData(5.0)]
    [InlineData(null)]
    [InlineData(DayOfWeek.Friday)]
    public void Value_OfAnythingElse_IsAnInvalidCast(object? value)
    {
        Location place = new Location<int> { Value = 3 };
        Assert.Throws<InvalidCastException>(() => place.Value = value);
        Assert.Equal(3, place.Value);
    }

    [Fact]
    public void Value_OfANullableLocation_TakesNullAndTheValue()
    {
        Location place = new Location<int?>();
        place.Value = 5;
        Assert.Equal(5, place.Value);
        place.Value = null;
        Assert.Null(place.Value);
        place.Value = (short)6;
        Assert.Equal(6, place.Value);
    }

    [Fact]
    public void Value_OfADerivedLocation_UsesTheOverride()
    {
        Clamped clamped = new() { Value = 500 };
        Location untyped = clamped;
        Assert.Equal(100, untyped.Value);
        untyped.Value = 7;
        Assert.Equal(7, clamped.Value);
    }

    private sealed class Clamped : Location<int>
    {
        private int _value;

        public override int Value
        {
            get => _value;
            set => _value = Math.Min(value, 100);
        }
    }
}
